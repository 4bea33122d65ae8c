import { compileNameGlob, matchesNameGlob } from '../base/name-glob.ts';
import { isInside } from '../base/paths.ts';
import type { PathTouch } from '../tool/subject.ts';
import { packingOf } from './archives.ts';
import type { Place, Sink } from './description.ts';
import { filesFound } from './found-files.ts';
import { programName } from './program-name.ts';
import { isWithheld } from './sensitive.ts';
import { touch } from './touches.ts';
import type { ShellWord } from './word.ts';

/** More are not looked through. */
const MAX_FOUND = 20_000;

/** Reports what lies in the folders that an archive is made of, or unpacked into. */
export function touchPacked(words: readonly ShellWord[], place: Place, sink: Sink): void {
  const args = words.slice(1).flatMap((word) => word.values ?? [{ text: word.text, glob: false }]);
  const packing = packingOf(programName(words[0]) ?? '', args);
  if (!packing) return;
  if (packing.problem !== undefined) sink.problem(packing.problem);
  const isLeft = leftOut(packing.left);
  const read = touchesOf(packing.packed, 'read', place, sink);
  const withheld = below(read, isLeft, sink).filter(
    ({ path, isPlain }) => !isPlain || isWithheld(path, place.scene),
  );
  touchesOf(
    withheld.map(({ path }) => path),
    'read',
    place,
    sink,
  );
  const written = touchesOf(packing.unpacked, 'write', place, sink);
  if (written.some(({ path }) => holdsAll(path.real, place))) {
    sink.problem(
      'What it unpacks is not known beforehand, and may be any file of the checkout: tell it a folder of its own.',
    );
  }
  touchesOf(
    below(written, () => false, sink).map(({ path }) => path),
    'write',
    place,
    sink,
  );
}

function touchesOf(
  texts: readonly string[],
  access: PathTouch['access'],
  { directories, scene }: Place,
  sink: Sink,
): readonly PathTouch[] {
  const list = texts.map((text) => ({ text, glob: false }));
  const { touches, problem } = touch(list, access, directories, scene);
  sink.touch(touches.map((one) => ({ ...one, operand: true })));
  if (problem !== undefined) sink.problem(problem);
  return touches;
}

function below(touches: readonly PathTouch[], isPruned: (path: string) => boolean, sink: Sink) {
  const folders = [...new Set(touches.map(({ path }) => path.real))];
  const search = {
    folders,
    mayBe: () => true,
    isPruned,
    depth: Number.POSITIVE_INFINITY,
    followsLinks: false,
  };
  const found = filesFound(search, '/', MAX_FOUND);
  if (!found) sink.problem(`It packs or unpacks more than ${MAX_FOUND} files: name the folders.`);
  return (found ?? []).map(({ given, isPlain }) => ({ path: given, isPlain }));
}

/** Names, and patterns of paths from the folder on; what isn't understood leaves out nothing. */
function leftOut(patterns: readonly string[]): (path: string) => boolean {
  const globs = patterns
    .map((pattern) => pattern.replace(/^(?:\.|\*)\/|\/\*?$/g, ''))
    .filter((pattern) => /^[\w.*?-]+$/.test(pattern) && !/^\*+$/.test(pattern))
    .map(compileNameGlob);
  return (path) =>
    globs.some((glob) => matchesNameGlob(glob, path.slice(path.lastIndexOf('/') + 1)));
}

function holdsAll(folder: string, { scene }: Place): boolean {
  return isInside(scene.root, folder) || isInside(scene.cwd, folder);
}
