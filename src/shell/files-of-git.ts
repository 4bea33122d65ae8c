import { withoutGlobalOptions } from './git-effects.ts';
import type { NamedFiles } from './named-files.ts';
import type { WordValue } from './word.ts';

/** They change the files that their operands name. */
const CHANGING = /^(?:rm|mv|restore|clean)$/;
/** Their `-o` is the file or folder that they write. */
const PACKING = /^(?:archive|format-patch)$/;

/** Files that git writes without their being its own business: outputs, and what it takes back or removes. */
export function filesOfGit(args: readonly WordValue[]): NamedFiles {
  const [command = '', ...rest] = withoutGlobalOptions(args.map(({ text }) => text));
  const outputs = rest.flatMap((text, at) => {
    if (
      /^--ou(?:t|tp|tpu|tput|tput-d[a-z]*)?$/.test(text) ||
      (PACKING.test(command) && text === '-o')
    )
      return rest.slice(at + 1, at + 2);
    const glued = PACKING.test(command) ? /^(?:--ou[a-z-]*=|-o)(.+)$/ : /^--ou[a-z-]*=(.+)$/;
    return glued.exec(text)?.[1] ?? [];
  });
  const bundle = command === 'bundle' && rest[0] === 'create' ? rest.slice(1) : [];
  const writes = [
    ...outputs,
    ...bundle.filter((text) => !text.startsWith('-')).slice(0, 1),
    ...changedBy(command, rest),
  ];
  return { reads: [], writes: writes.map((text) => ({ text, glob: false })) };
}

function changedBy(command: string, rest: readonly string[]): readonly string[] {
  const isBare = rest.every((text) => text.startsWith('-'));
  if (command === 'clean' && isBare) return ['.'];
  if (CHANGING.test(command)) return rest.filter((text) => !text.startsWith('-'));
  const end = rest.indexOf('--');
  return command === 'checkout' && end >= 0 ? rest.slice(end + 1) : [];
}
