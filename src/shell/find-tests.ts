import { compileNameGlob, matchesNameGlob } from '../base/name-glob.ts';
import { ALONE, NAMING, VALUED } from './read-only/find.ts';

/** What `find` is told to look at. Paths as it prints them: the folder as it is named, and what lies below. */
export interface Search {
  /** As they are written; `.` where none is. */
  readonly folders: readonly string[];
  /** Whether a path may be among those that it does something with. In doubt it is. */
  readonly mayBe: (path: string, isLink: boolean) => boolean;
  /** Whether it leaves out a path and all below it. */
  readonly isPruned: (path: string) => boolean;
  /** Levels of folders. */
  readonly depth: number;
  readonly followsLinks: boolean;
}

/** Parentheses in parentheses that are looked into. */
const MAX_DEPTH = 20;
const OR = new Set(['-o', '-or', ',']);
const RUNS = /^-(?:exec|execdir|ok|okdir)$/;
const ACTS =
  /^-(?:exec|execdir|ok|okdir|delete|print|print0|printf|fprint|fprint0|fprintf|fls|ls)$/;

/** @param args the words behind `find`. */
export function searchOf(args: readonly string[]): Search {
  const start = args.findIndex((arg) => /^[-(!,]/.test(arg) && !/^-(?:[HPL]|O\d)$/.test(arg));
  const own = start < 0 ? args : args.slice(0, start);
  const folders = own.filter((arg) => !arg.startsWith('-'));
  const branches = branchesOf(start < 0 ? [] : args.slice(start));
  const acting = branches.filter((branch) => branch.some((test) => ACTS.test(test[0] ?? '')));
  const checks = (acting.length > 0 ? acting : branches).map(checkOf);
  // What lies in a folder then comes before the folder.
  const isDepthFirst = args.some((arg) => /^-(?:depth|d|delete)$/.test(arg));
  const pruned = isDepthFirst ? [] : prunedBy(branches);
  return {
    folders: folders.length > 0 ? folders : ['.'],
    mayBe: (path, isLink) => checks.some((check) => check(path, isLink)),
    isPruned: (path) => pruned.some((check) => check(path, false)),
    depth: depthOf(branches),
    followsLinks: args.some((arg) => arg === '-L' || arg === '-follow'),
  };
}

/** One test or action with its values; `!` with what it turns round; a part in parentheses as all its words. */
type Test = readonly string[];
type Check = Search['mayBe'];

/** What stands between `-o`, outside of parentheses. */
function branchesOf(words: readonly string[]): readonly (readonly Test[])[] {
  const branches: Test[][] = [[]];
  for (let at = 0; at < words.length; ) {
    const test = words.slice(at, endOf(words, at));
    at += test.length;
    if (OR.has(test[0] ?? '')) branches.push([]);
    else if (!/^-a(?:nd)?$/.test(test[0] ?? '')) branches.at(-1)?.push(test);
  }
  return branches;
}

/** A loop, not a recursion: there may be thousands of `!` and parentheses. */
function endOf(words: readonly string[], start: number): number {
  let at = start;
  let depth = 0;
  do {
    while (isNot(words[at] ?? '') && at + 1 < words.length) at += 1;
    if (words[at] === '(') {
      depth += 1;
      at += 1;
    } else at = endOfTest(words, at);
    while (depth > 0 && words[at] === ')') {
      depth -= 1;
      at += 1;
    }
  } while (depth > 0 && at < words.length);
  return at;
}

function endOfTest(words: readonly string[], start: number): number {
  const word = words[start] ?? '';
  if (RUNS.test(word)) {
    const end = words.findIndex((one, at) => at > start && (one === ';' || one === '+'));
    return end < 0 ? words.length : end + 1;
  }
  if (word === '-fprintf') return start + 3;
  return takesValue(word) ? start + 2 : start + 1;
}

function isNot(word: string): boolean {
  return word === '!' || word === '-not';
}

function takesValue(word: string): boolean {
  return VALUED.has(word) || NAMING.test(word) || /^-(?:fprint0?|fls)$/.test(word);
}

/** Only what is asked before the first action keeps anything from it. */
function checkOf(branch: readonly Test[]): Check {
  const checks: Check[] = [];
  for (const test of branch) {
    const [word = ''] = test;
    const isKnown = ALONE.has(word) || takesValue(word);
    if (!isKnown || test.some((one) => ACTS.test(one))) break;
    const check = readTest(test);
    if (check) checks.push(check);
  }
  return (path, isLink) => checks.every((check) => check(path, isLink));
}

/** `-name .git -prune -o …`, at the start alone: what comes first is asked of everything. */
function prunedBy(branches: readonly (readonly Test[])[]): readonly Check[] {
  const checks: Check[] = [];
  for (const [test, end, ...more] of branches.slice(0, -1)) {
    const check = test && end?.[0] === '-prune' && more.length === 0 ? namesOf(test) : undefined;
    if (!check) break;
    checks.push(check);
  }
  return checks;
}

/** What it says of a path at the least: whatever else is told may leave out more. `undefined`: nothing. */
function readTest(test: Test): Check | undefined {
  const [word = '', value = ''] = test;
  // A folder counts as a file here, so that the contrary can't be told.
  if (word === '-type') return /^[fdbcps,]+$/.test(value) ? (_, isLink) => !isLink : undefined;
  if (!isNot(word)) return namesOf(test);
  const check = namesOf(test.slice(1));
  return check && ((path) => !check(path, false));
}

/** Exactly the paths that `-name`, `-path` and `( -name a -o -name b )` take. */
function namesOf([word = '', ...rest]: Test, depth = 0): Check | undefined {
  if (word === '(') return depth < MAX_DEPTH ? anyOf(rest.slice(0, -1), depth + 1) : undefined;
  const [, folds, kind] = /^-(i?)(name|path|wholename)$/.exec(word) ?? [];
  const [value = ''] = rest;
  // Which letters lie in a range is a matter of the language.
  if (kind === undefined || /[[\\]/.test(value)) return undefined;
  const fold = (text: string) => (folds ? text.toLowerCase() : text);
  const part = (path: string) => (kind === 'name' ? path.slice(path.lastIndexOf('/') + 1) : path);
  const glob = compileNameGlob(fold(value));
  return (path) => matchesNameGlob(glob, fold(part(path)));
}

function anyOf(words: readonly string[], depth: number): Check | undefined {
  const checks = branchesOf(words).map(([test, ...more]) =>
    test && more.length === 0 ? namesOf(test, depth) : undefined,
  );
  if (checks.includes(undefined)) return undefined;
  return (path, isLink) => checks.some((check) => check?.(path, isLink));
}

/** It counts for all of the line, wherever it stands; the deepest, if there are several. */
function depthOf(branches: readonly (readonly Test[])[]): number {
  const depths = branches
    .flat()
    .filter(([word]) => word === '-maxdepth')
    .map(([, value = '']) => (/^\d+$/.test(value) ? Number(value) : Infinity));
  return depths.length > 0 ? Math.max(...depths) : Infinity;
}
