import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Place, Sink } from './description.ts';
import { withoutGlobalOptions } from './git-effects.ts';
import { patchedFiles } from './patched-files.ts';
import { touch } from './touches.ts';
import { valuesBehind } from './values-behind.ts';
import type { ShellWord } from './word.ts';

/** A longer patch is not read, characters. */
const MAX_PATCH = 1_000_000;
const UNKNOWN = 'Which files the patch changes is not known beforehand: use the Edit tool.';

/** Reports the files that `git apply` and `git am` change: the patch names them. */
export function touchPatched(words: readonly ShellWord[], place: Place, sink: Sink): void {
  const [command = '', ...rest] = withoutGlobalOptions(words.slice(1).map(({ text }) => text));
  if (!/^(?:apply|am)$/.test(command)) return;
  const isListing = rest.some((text) => /^--(?:stat|numstat|summary|check)$/.test(text));
  if (
    (isListing && !rest.includes('--apply')) ||
    rest.some((text) => /^--(?:abort|quit)$/.test(text))
  )
    return;
  const patches = rest.filter((text) => !text.startsWith('-'));
  // A command before it may write the patch.
  const isOwn = sink.commands.every(
    ({ text, readOnly }) => readOnly || /^(?:|git apply .*)$/s.test(text),
  );
  const strip = Number(valuesBehind(rest, /^-p(\d*)$/)[0] ?? 1);
  const [folder = ''] = valuesBehind(rest, /^--directory(?:=(.*))?$/);
  const { directories, scene } = place;
  const files = patches.flatMap((patch) =>
    (directories ?? []).map((directory) => filesIn(resolve(directory, patch), strip)),
  );
  if (patches.length === 0 || !isOwn || !directories || files.includes(undefined))
    sink.problem(UNKNOWN);
  const names = files.flatMap((one) => one ?? []).map((name) => join(folder, name));
  // From the top of the work tree.
  const list = names.map((text) => ({ text, glob: false }));
  const { touches, problem } = touch(list, 'write', [...(directories ?? []), scene.root], scene);
  sink.touch(touches.map((found) => ({ ...found, operand: true })));
  if (problem !== undefined) sink.problem(problem);
}

/** `undefined`: not all of them are known. None where there is no patch: git then changes nothing. */
function filesIn(path: string, strip: number): readonly string[] | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return text.length > MAX_PATCH || !Number.isInteger(strip)
      ? undefined
      : patchedFiles(text, strip);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? [] : undefined;
  }
}
