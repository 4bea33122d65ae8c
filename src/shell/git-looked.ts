import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Looked } from './git-names.ts';

/** The word behind them is their value. */
const VALUED =
  /^(?:-[nSGL]|--(?:since|after|until|before|author|committer|grep|max-count|skip|date))$/;
const VALUED_OF_GREP = /^(?:-[eABCm]|--(?:max-count|max-depth|context|(?:after|before)-context))$/;
const COUNT = /^(?:-(\d+)|-n(\d+)|--max-count=(\d+))$/;
/** With nothing but these, the newest commits are the ones that are shown. */
const PLAIN =
  /^(?:-[puwn]|-U\d*|-M\d*|--(?:patch|stat|oneline|no-color|no-decorate|abbrev-commit|no-ext-diff|name-only|name-status|numstat|shortstat|max-count|minimal|patience|histogram)|--(?:color|format|pretty|decorate|date|unified|abbrev|stat)=.*)$/;
/** A path with magic, or a pattern of paths. */
const PATHS = /^:[(!^]|^[^:]*[*?[]/;

/** Takes apart what a git command is told to look at; what lies on disk is a file to it. */
export function lookedAt(
  command: string,
  rest: readonly string[],
  paths: readonly string[],
  cwd: string,
): Looked {
  const end = rest.indexOf('--');
  const before = end < 0 ? rest : rest.slice(0, end);
  const options = before.filter((arg) => arg.startsWith('-'));
  const valued = command === 'grep' ? VALUED_OF_GREP : VALUED;
  const operands = before.filter(
    (arg, index) => !arg.startsWith('-') && !valued.test(before[index - 1] ?? ''),
  );
  const isPattern = command === 'grep' && !options.some((option) => /^-[a-zA-Z]*e/.test(option));
  // The first word is a sub-command of its own.
  const named = isPattern || /^(?:stash|reflog)$/.test(command) ? operands.slice(1) : operands;
  const revisions = named.filter(
    (arg) => end >= 0 || !(PATHS.test(arg) || existsSync(join(cwd, arg))),
  );
  return { command, revisions, options, count: countOf(before, options, paths) };
}

function countOf(
  before: readonly string[],
  options: readonly string[],
  paths: readonly string[],
): number {
  const isPlain = options.every((option) => PLAIN.test(option) || COUNT.test(option));
  if (!isPlain || paths.length > 0) return Number.POSITIVE_INFINITY;
  const counts = before.flatMap((arg, index) => {
    const given = COUNT.exec(arg)?.slice(1).find(Boolean);
    const value = /^(?:-n|--max-count)$/.test(arg) ? before[index + 1] : given;
    return value === undefined
      ? []
      : [/^\d+$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY];
  });
  return counts.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...counts);
}
