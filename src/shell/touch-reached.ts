import type { PathTouch } from '../tool/subject.ts';
import type { Place, Sink } from './description.ts';
import { chosenFiles } from './git-choice.ts';
import { isShowing, printedSecrets } from './git-content.ts';
import type { MadeLinks } from './made-links.ts';
import { programName } from './program-name.ts';
import { isSearch, reachedFiles } from './reached-files.ts';
import { filesOfRevision } from './read-only/git-flags.ts';
import { isSensitive } from './sensitive.ts';
import { touch } from './touches.ts';
import type { ShellWord } from './word.ts';

/** They may follow links that they come upon. */
const FOLLOWERS = new Set(['find', 'diff', 'tar', 'zip', 'rsync', 'du', 'tree']);

/** What `main` or `FETCH_HEAD` stands for is another commit behind them. */
const MOVES_REFERENCES = /^git\b.*\b(?:fetch|update-ref|symbolic-ref|bundle)\b/s;

/**
 * Reports files with secrets, or refused by a rule, that a search or git prints without naming them.
 * @param named the files that a proven command names.
 * @returns whether it still only reads.
 */
export function touchReached(
  words: readonly ShellWord[],
  named: readonly PathTouch[] | undefined,
  place: Place,
  sink: Sink,
): boolean {
  const name = programName(words[0]) ?? '';
  const args = words.slice(1).flatMap((word) => word.values?.map(({ text }) => text) ?? word.text);
  if (name === 'git') touchPrinted(args, named, place, sink);
  const isFollowing = FOLLOWERS.has(name) && place.scene.made?.hasLinks === true;
  if (!isSearch(name, args) && !isFollowing) return true;
  const operands = named ?? touchesOf(args.filter(isOperand), place);
  if (place.scene.made?.hasLinks) {
    const within = [...operands.map(({ path }) => path.real), ...(place.directories ?? [])];
    sink.touch(touchesOf(linksIn(within, place.scene.made), place));
  }
  if (!isSearch(name, args)) return true;
  // A search with nothing but files to look in looks nowhere else.
  const isNamed = named !== undefined && named.length > 0 && !args.some(takesFile);
  const folders = isNamed ? [] : (place.directories ?? [place.scene.cwd]);
  const { files, isTooMuch } = reachedFiles(name, args, operands, folders, place.scene);
  sink.touch(touchesOf(files, place));
  return !isTooMuch && !files.some(isSensitive);
}

function touchPrinted(
  args: readonly string[],
  named: readonly PathTouch[] | undefined,
  place: Place,
  sink: Sink,
): void {
  const { scene } = place;
  const isStale =
    scene.made?.unknownAt(scene.cwd) !== undefined ||
    sink.commands.some(({ text, readOnly }) => !readOnly && MOVES_REFERENCES.test(text));
  const { files, problem } = printedSecrets(args, scene, isStale);
  if (problem !== undefined) sink.problem(problem);
  sink.touch(touchesOf([...files, ...chosenFiles(args)], place));
  if (!named && isShowing(args)) {
    sink.touch(touchesOf(args.filter(isOperand).flatMap(filesOfRevision), place));
  }
}

/** Links below folders that an earlier part of the line makes: some follow those that they come upon. */
function linksIn(folders: readonly string[], made: MadeLinks): readonly string[] {
  return folders.flatMap((folder) => made.within(folder).map(({ path }) => path));
}

/** Patterns or names from a file: that one is no place to search. */
function takesFile(arg: string): boolean {
  return /^-[a-zA-Z]*f|^--(?:file|exclude-from|ignore-file)/.test(arg);
}

function isOperand(arg: string): boolean {
  return !arg.startsWith('-');
}

function touchesOf(texts: readonly string[], { directories, scene }: Place): readonly PathTouch[] {
  const values = texts.map((text) => ({ text, glob: false }));
  const { touches } = touch(values, 'read', directories, scene);
  return touches.map((found) => ({ ...found, operand: true }));
}
