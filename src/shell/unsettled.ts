import { resolve } from 'node:path';
import type { ShellScene } from './analysis.ts';
import type { Directories } from './directories.ts';
import { withoutGlobalOptions } from './git-effects.ts';
import type { MadePlace } from './made-links.ts';
import { programName } from './program-name.ts';
import type { ShellWord } from './word.ts';

/** They put no files into the work tree that were not there. `mv` is looked at by itself. */
const KEEPS_TREE = new Set(
  `status diff log show blame grep ls-files ls-tree cat-file rev-parse rev-list describe shortlog add
   commit push fetch branch tag config remote notes init gc mv rm clean reflog merge-base name-rev show-ref
   for-each-ref symbolic-ref hash-object write-tree commit-tree update-ref update-index count-objects
   check-ignore check-attr ls-remote range-diff diff-tree diff-index diff-files format-patch archive
   bundle fsck prune var version help whatchanged cherry request-pull annotate`.split(/\s+/),
);
/** Lists and tests of archives write nothing. */
const LISTING: Readonly<Record<string, RegExp>> = {
  tar: /^-?[a-zA-Z]*[ctru]|^--(?:create|list|append|update|diff|concatenate)$/,
  bsdtar: /^-?[a-zA-Z]*[ctru]/,
  unzip: /^-[a-zA-Z]*[lptvZz]/,
  cpio: /^-[a-zA-Z]*[ot]|^--(?:create|list)$/,
  '7z': /^[altht]$/,
  patch: /^--dry-run$/,
};
/** The folder that is unpacked into. */
const FOLDER: Readonly<Record<string, RegExp>> = {
  tar: /^(?:-C|--directory)(?:=|$)/,
  bsdtar: /^-C$/,
  unzip: /^-d$/,
};

/** Where a command unpacks or checks out what nobody has looked at: links may be among it. */
export function unsettledBy(
  words: readonly ShellWord[],
  directories: Directories,
  scene: ShellScene,
): readonly MadePlace[] {
  const name = programName(words[0]) ?? '';
  const args = words.slice(1).flatMap((word) => word.values?.map(({ text }) => text) ?? word.text);
  if (name === 'git') {
    const [command = '', ...rest] = withoutGlobalOptions(args);
    if (KEEPS_TREE.has(command) || isHarmless(command, rest)) return [];
    const places = [scene.root, ...(directories ?? [])];
    return places.map((path) => ({ path, by: `git ${command}` }));
  }
  const listing = Object.hasOwn(LISTING, name) ? LISTING[name] : undefined;
  const first = /^(?:tar|bsdtar|7z)$/.test(name) ? args.slice(0, 1) : args;
  if (!listing || first.some((arg) => listing.test(arg))) return [];
  const into = foldersOf(args, FOLDER[name]);
  const bases = directories ?? ['/'];
  const folders = into.length > 0 ? into : ['.'];
  return bases.flatMap((base) => folders.map((path) => ({ path: resolve(base, path), by: name })));
}

/** A new branch where one stands, and lists. */
function isHarmless(command: string, rest: readonly string[]): boolean {
  const [first = ''] = rest;
  if (command === 'checkout' || command === 'switch') {
    return /^-[bc]$/.test(first) && rest.length === 2 && !rest[1]?.startsWith('-');
  }
  return /^(?:stash|worktree)$/.test(command) && /^(?:list|show)$/.test(first);
}

function foldersOf(args: readonly string[], option: RegExp | undefined): readonly string[] {
  if (!option) return [];
  return args.flatMap((arg, index) => {
    if (!option.test(arg)) return [];
    const glued = /=(.*)$/.exec(arg)?.[1];
    return glued ?? args[index + 1] ?? [];
  });
}
