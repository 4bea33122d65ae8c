import { type Dirent, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { PathTouch } from '../tool/subject.ts';
import type { ShellScene } from './analysis.ts';
import { type Landing, linksOf } from './copied-links.ts';
import { type CopyPlan, planCopy } from './copy-plan.ts';
import type { Directories } from './directories.ts';
import { withoutGlobalOptions } from './git-effects.ts';
import { mayBecomeOption } from './glob-matches.ts';
import { isFolder } from './is-folder.ts';
import { isSpent } from './looks.ts';
import type { MadeLink } from './made-links.ts';
import { programName } from './program-name.ts';
import { TOO_MANY, touch } from './touches.ts';
import type { ShellWord, WordValue } from './word.ts';

/** Every file that a copying command reads and writes, those of whole trees too. */
export interface Copies {
  readonly reads: readonly WordValue[];
  readonly writes: readonly WordValue[];
  /** The links that it makes, or puts at another place. */
  readonly links: readonly MadeLink[];
  /** Why not all of them are known. */
  readonly problem: string | undefined;
}

const NOTHING: Copies = { reads: [], writes: [], links: [], problem: undefined };
/** More are not looked through. */
const MAX_ENTRIES = 1_000;

/** What `cp` and its like do to files; nothing for other programs. Looks through the trees they copy. */
export function copiedFiles(
  words: readonly ShellWord[],
  directories: Directories,
  scene: ShellScene,
): Copies {
  if (programName(words[0]) === 'git') return movedByGit(words, directories, scene);
  const name = programName(words[0]) ?? '';
  const args = words.slice(1);
  const values = args.flatMap((word) => word.values ?? [{ text: word.text, glob: false }]);
  const copy = planCopy(name, values);
  if (copy === 'no copy') return NOTHING;
  if (!copy) return unclear(`Not every option of ${name} is known here: leave it out.`);
  const planted = values.find(
    ({ text, glob }) =>
      glob && directories?.some((directory) => mayBecomeOption(text, directory, scene.seen)),
  );
  if (planted) return unclear(`A file named like an option lies where ${planted.text} finds it.`);
  if (copy.isTree && name !== 'mv' && args.some((word) => !word.values)) {
    return unclear(`Which tree ${name} copies is not known beforehand.`);
  }
  return follow(copy, directories, scene);
}

/** `git mv` does what `mv` does. */
function movedByGit(
  words: readonly ShellWord[],
  directories: Directories,
  scene: ShellScene,
): Copies {
  const rest = withoutGlobalOptions(words.slice(1).map(({ text }) => text));
  const [command] = words.slice(words.length - rest.length);
  if (!command || rest[0] !== 'mv') return NOTHING;
  const mv = { ...command, text: 'mv', values: [{ text: 'mv', glob: false }] };
  return copiedFiles([mv, ...words.slice(words.length - rest.length + 1)], directories, scene);
}

function follow(plan: CopyPlan, directories: Directories, scene: ShellScene): Copies {
  const { touches, problem } = touch(plan.sources, 'read', directories, scene);
  // Where names count as written, those that the command names itself are all there is.
  if (isSpent(scene.looks)) return unclear(problem ?? TOO_MANY);
  const budget = { left: MAX_ENTRIES };
  const reads: WordValue[] = [];
  const writes = [...plan.targets];
  const landings: Landing[] = [];
  for (const source of touches) {
    const isTree = plan.isTree && isFolder(source.path.real);
    const entries = ['', ...(isTree ? entriesOf(source.path.real, budget) : [])];
    for (const entry of entries) {
      const from = { text: join(source.path.path, entry), glob: false };
      reads.push(from);
      if (plan.isMove) writes.push(from);
      const places = plan.targets.flatMap((target) => placesOf(target, source, entry, plan));
      writes.push(...places);
      landings.push(...landingsOf(plan, source, entry, places));
    }
  }
  if (budget.left < 0) return unclear(`It copies more than ${MAX_ENTRIES} files.`);
  return { reads, writes, links: linksOf(landings, directories, scene), problem };
}

/** Where links may land with it. */
function landingsOf(
  { links }: CopyPlan,
  { path: { given, path } }: PathTouch,
  entry: string,
  places: readonly WordValue[],
): readonly Landing[] {
  if (links === 'followed') return [];
  const to = places.map(({ text }) => text);
  const text = links === 'kept' ? undefined : join(links === 'made' ? given : path, entry);
  return [{ from: join(path, entry), to, text }];
}

/** Where an entry of a source may land: whether the target is a folder may change before it runs. */
function placesOf(
  { text, glob }: WordValue,
  { path }: PathTouch,
  entry: string,
  { withParents }: CopyPlan,
): WordValue[] {
  const above = withParents ? [path.given, path.given.split('/./').at(-1) ?? ''] : [];
  return ['', basename(path.path), ...above].map((name) => ({
    text: [text, name, entry].filter((part) => part !== '').join('/'),
    glob,
  }));
}

/** The paths of all that lies in a folder, links not followed. */
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

function unclear(problem: string): Copies {
  return { ...NOTHING, problem };
}
