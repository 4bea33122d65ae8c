import { type Dirent, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { PathTouch } from '../tool/subject.ts';
import type { ShellScene } from './analysis.ts';
import type { Directories } from './directories.ts';
import { mayBecomeOption } from './glob-matches.ts';
import { programName } from './program-name.ts';
import { type Arguments, reader } from './read-only/reader.ts';
import { touch } from './touches.ts';
import type { ShellWord, WordValue } from './word.ts';

/** Every file that a copying command reads and writes, those of whole trees too. */
export interface Copies {
  readonly reads: readonly WordValue[];
  readonly writes: readonly WordValue[];
  /** Why not all of them are known. */
  readonly problem: string | undefined;
}

const NOTHING: Copies = { reads: [], writes: [], problem: undefined };
/** More are not looked through. */
const MAX_ENTRIES = 1_000;

/**
 * Options whose effect is known here. Not those that follow links of a source (-L), that name backups
 * (`-b -S rc` turns .npm into .npmrc), delete, or start a program (rsync -e, install -s).
 */
const TABLES: Readonly<Record<string, string>> = {
  cp: `-adfilnPprRsuvxT -t: --archive --attributes-only --force --interactive --link --no-clobber
    --no-dereference --preserve? --no-preserve= --parents --recursive --reflink? --remove-destination
    --sparse= --strip-trailing-slashes --symbolic-link --target-directory= --no-target-directory
    --update? --verbose --one-file-system`,
  mv: `-finuvT -t: --force --interactive --no-clobber --update? --verbose --target-directory=
    --no-target-directory --strip-trailing-slashes`,
  ln: `-finPrsvT -t: --force --interactive --no-dereference --physical --relative --symbolic --verbose
    --target-directory= --no-target-directory`,
  install: `-cCDdpvT -m: -o: -g: -t: --mode= --owner= --group= --directory --compare
    --preserve-timestamps --target-directory= --no-target-directory --verbose`,
  rsync: `-avrlptgoDznuciqRPhHAXSWx --archive --verbose --recursive --links --perms --times --group
    --owner --dry-run --update --checksum --quiet --relative --progress --partial --human-readable
    --compress --exclude= --include= --existing --ignore-existing --stats --itemize-changes --mkpath
    --no-perms --no-owner --no-group --hard-links --whole-file --size-only --ignore-times`,
  link: '',
};

/** What `cp` and its like do to files; nothing for other programs. Looks through the trees they copy. */
export function copiedFiles(
  words: readonly ShellWord[],
  directories: Directories,
  scene: ShellScene,
): Copies {
  const name = programName(words[0]) ?? '';
  const table = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
  if (table === undefined) return NOTHING;
  const args = words.slice(1);
  const values = args.flatMap((word) => word.values ?? [{ text: word.text, glob: false }]);
  const taken = takeApart(table, values);
  if (!taken) return unclear(`Not every option of ${name} is known here: leave it out.`);
  const planted = values.find(
    ({ text, glob }) =>
      glob && directories?.some((directory) => mayBecomeOption(text, directory, scene.seen)),
  );
  if (planted) return unclear(`A file named like an option lies where ${planted.text} finds it.`);
  const copy = planOf(name, taken);
  if (copy.isTree && name !== 'mv' && args.some((word) => !word.values)) {
    return unclear(`Which tree ${name} copies is not known beforehand.`);
  }
  return follow(copy, directories, scene);
}

interface Plan {
  readonly sources: readonly WordValue[];
  readonly targets: readonly WordValue[];
  /** What lies in a folder goes with it. */
  readonly isTree: boolean;
  readonly isMove: boolean;
  /** The names of folders above the source are made below the target. */
  readonly withParents: boolean;
}

function planOf(name: string, taken: Arguments): Plan {
  const has = (...names: readonly string[]) => names.some((flag) => taken.flags.has(flag));
  const makesFolders = name === 'install' && has('-d', '--directory');
  return {
    ...(makesFolders ? { sources: [], targets: taken.operands } : split(name, taken)),
    isTree: name === 'mv' || has('-r', '-R', '-a', '--recursive', '--archive'),
    isMove: name === 'mv',
    withParents: name === 'rsync' ? has('-R', '--relative') : has('--parents'),
  };
}

function split(name: string, { flags, operands }: Arguments): Pick<Plan, 'sources' | 'targets'> {
  const given = ['-t', '--target-directory'].flatMap((flag) => flags.get(flag) ?? []);
  // `ln -s ../x` makes a link right here.
  const named = name === 'ln' && operands.length === 1 && given.length === 0 ? ['.'] : given;
  return named.length === 0
    ? { sources: operands.slice(0, -1), targets: operands.slice(-1) }
    : { sources: operands, targets: named.map((text) => ({ text, glob: false })) };
}

function follow(plan: Plan, directories: Directories, scene: ShellScene): Copies {
  const { touches, problem } = touch(plan.sources, 'read', directories, scene);
  const budget = { left: MAX_ENTRIES };
  const reads: WordValue[] = [];
  const writes = [...plan.targets];
  for (const source of touches) {
    const entries = ['', ...(plan.isTree ? entriesOf(source.path.real, budget) : [])];
    for (const entry of entries) {
      const from = { text: join(source.path.path, entry), glob: false };
      reads.push(from);
      if (plan.isMove) writes.push(from);
      writes.push(...plan.targets.flatMap((target) => placesOf(target, source, entry, plan)));
    }
  }
  if (budget.left < 0) return unclear(`It copies more than ${MAX_ENTRIES} files.`);
  return { reads, writes, problem };
}

/** Where an entry of a source may land: whether the target is a folder may change before it runs. */
function placesOf(
  { text, glob }: WordValue,
  { path }: PathTouch,
  entry: string,
  { withParents }: Plan,
): WordValue[] {
  const above = withParents ? [path.given, path.given.split('/./').at(-1) ?? ''] : [];
  return ['', basename(path.path), ...above].map((name) => ({
    text: [text, name, entry].filter((part) => part !== '').join('/'),
    glob,
  }));
}

/** The paths of all that lies in a folder, links not followed; none when it is no folder. */
function entriesOf(folder: string, budget: { left: number }): string[] {
  const found: string[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined && budget.left >= 0; at = open.pop()) {
    for (const entry of list(join(folder, at))) {
      const path = join(at, entry.name);
      found.push(path);
      budget.left -= 1;
      if (entry.isDirectory()) open.push(path);
    }
  }
  return found;
}

function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function takeApart(table: string, args: readonly WordValue[]): Arguments | undefined {
  const seen: Arguments[] = [];
  reader(table, (taken) => {
    seen.push(taken);
    return [];
  })(args);
  return seen[0];
}

function unclear(problem: string): Copies {
  return { ...NOTHING, problem };
}
