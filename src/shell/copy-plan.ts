import { type Arguments, reader } from './read-only/reader.ts';
import type { WordValue } from './word.ts';

/** What one call of `cp` and its like is told to do. */
export interface CopyPlan {
  readonly sources: readonly WordValue[];
  readonly targets: readonly WordValue[];
  /** What lies in a folder goes with it. */
  readonly isTree: boolean;
  readonly isMove: boolean;
  /** What becomes of links: they stay links, are made, or their files are copied. */
  readonly links: 'kept' | 'made' | 'made absolute' | 'followed';
  /** The names of folders above the source are made below the target. */
  readonly withParents: boolean;
}

/**
 * Options whose effect is known here. Not those that follow links of a source (-L), that name backups
 * (`-b -S rc` turns .npm into .npmrc), delete, or start a program (rsync -e, install -s).
 */
const TABLES: Readonly<Record<string, string>> = {
  cp: `-adfilnPprRsuvxT -t: --archive --attributes-only --force --interactive --link --no-clobber
    --no-dereference --preserve? --no-preserve= --parents --recursive --reflink? --remove-destination
    --sparse= --strip-trailing-slashes --symbolic-link --target-directory= --no-target-directory
    --update? --verbose --one-file-system`,
  mv: `-fiknuvT -t: --force --interactive --no-clobber --update? --verbose --target-directory=
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

/** @returns `undefined` for options whose effect isn't known. */
export function planCopy(
  name: string,
  args: readonly WordValue[],
): CopyPlan | 'no copy' | undefined {
  const table = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
  if (table === undefined) return 'no copy';
  const taken = takeApart(table, args);
  // Which of two targets counts differs, and all sources in all of them would be too many files.
  return taken && targetsIn(taken.flags).length <= 1 ? planOf(name, taken) : undefined;
}

function planOf(name: string, taken: Arguments): CopyPlan {
  const has = (...names: readonly string[]) => names.some((flag) => taken.flags.has(flag));
  const makesFolders = name === 'install' && has('-d', '--directory');
  return {
    ...(makesFolders ? { sources: [], targets: taken.operands } : split(name, taken)),
    isTree: name === 'mv' || has('-r', '-R', '-a', '--recursive', '--archive'),
    isMove: name === 'mv',
    links: linksBy(name, has),
    withParents: name === 'rsync' ? has('-R', '--relative') : has('--parents'),
  };
}

function linksBy(name: string, has: (...names: readonly string[]) => boolean): CopyPlan['links'] {
  if (/^(?:ln|cp)$/.test(name) && has('-s', '--symbolic', '--symbolic-link')) {
    return name === 'cp' || has('-r', '--relative') ? 'made absolute' : 'made';
  }
  if (name === 'install') return 'followed';
  const keeps = name !== 'cp' || has(...'-P -d -a -r -R -l --archive --link'.split(' '));
  return keeps || has('--no-dereference', '--recursive') ? 'kept' : 'followed';
}

function split(
  name: string,
  { flags, operands }: Arguments,
): Pick<CopyPlan, 'sources' | 'targets'> {
  const given = targetsIn(flags);
  // `ln -s ../x` makes a link right here.
  const named = name === 'ln' && operands.length === 1 && given.length === 0 ? ['.'] : given;
  return named.length === 0
    ? { sources: operands.slice(0, -1), targets: operands.slice(-1) }
    : { sources: operands, targets: named.map((text) => ({ text, glob: false })) };
}

function targetsIn(flags: Arguments['flags']): readonly string[] {
  return ['-t', '--target-directory'].flatMap((flag) => flags.get(flag) ?? []);
}

function takeApart(table: string, args: readonly WordValue[]): Arguments | undefined {
  const seen: Arguments[] = [];
  reader(table, (taken) => {
    seen.push(taken);
    return [];
  })(args);
  return seen[0];
}
