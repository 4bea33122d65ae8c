import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { writeFileAtomic } from '../../base/atomic-file.ts';
import { messageOf } from '../../base/errors.ts';
import { type ResolvedPath, resolvePath } from '../../base/paths.ts';
import type { LineRange } from '../../tool/read-state.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import type { ToolUseContext } from '../../tool/tool-use-context.ts';
import { type Encoding, encodeText } from './encoding.ts';
import { keptText } from './known-lines.ts';
import { assertJudged, assertSame, swapped } from './open-file.ts';

export interface NewText {
  readonly text: string;
  readonly encoding: Encoding;
  /** The file that it was made from; `undefined`: it must not exist. */
  readonly from: Stats | undefined;
  /** What the model knows of the new text; `undefined`: all of it. */
  readonly known: readonly LineRange[] | undefined;
}

/**
 * Puts a text on disk in one step and notes that the model knows it. A link is written through: the
 * file it leads to is replaced, the link stays.
 * @throws ToolRefusal when the file changed since it was loaded, can't be written, or was swapped.
 */
export function saveText(path: ResolvedPath, next: NewText, context: ToolUseContext): void {
  assertJudged(path, context);
  const bytes = encodeText(next.text, next.encoding);
  context.abort.signal.throwIfAborted();
  try {
    if (next.from) accessSync(path.real, constants.W_OK);
    else mkdirSync(dirname(path.real), { recursive: true });
    writeFileAtomic(path.real, bytes, {
      like: next.from,
      beforeRename: () => assertUntouched(path, next.from),
    });
  } catch (thrown) {
    if (thrown instanceof ToolRefusal || !isSystemError(thrown)) throw thrown;
    throw new ToolRefusal(`${path.path} can't be written: ${messageOf(thrown)}`, { cause: thrown });
  }
  remember(path, next, context);
}

/** Notes what the model knows of a file as it stands on disk now. */
function remember(path: ResolvedPath, next: NewText, context: ToolUseContext): void {
  const { mtimeMs, size } = statSync(path.real);
  const content = keptText(next.text);
  context.readState.set(path.real, { content, mtimeMs, size, known: next.known, shown: [] });
}

/**
 * Right before the rename: the folder is still the judged one (no link was put in its place), and
 * the file is still the one that was loaded.
 */
function assertUntouched(path: ResolvedPath, from: Stats | undefined): void {
  const folder = dirname(path.real);
  if (realpathSync.native(folder) !== folder) throw swapped(path);
  if (!from) {
    if (resolvePath(path.path, folder, folder).real !== path.real) throw swapped(path);
    if (lstatSync(path.real, { throwIfNoEntry: false }))
      throw new ToolRefusal(`${path.path} came into being meanwhile. Read it, then try again.`);
    return;
  }
  assertSame(path, from);
  const now = statSync(path.real);
  if (now.mtimeMs !== from.mtimeMs || now.size !== from.size)
    throw new ToolRefusal(`${path.path} changed while it was being edited. Read it again first.`);
}

function isSystemError(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && 'syscall' in thrown;
}
