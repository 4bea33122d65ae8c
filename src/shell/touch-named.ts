import type { PathTouch } from '../tool/subject.ts';
import { changedTrees } from './changed-trees.ts';
import { copiedFiles } from './copies.ts';
import type { Place, Sink } from './description.ts';
import { namedFiles } from './file-commands.ts';
import { mentionedFiles } from './mentioned-files.ts';
import { programName } from './program-name.ts';
import { TOO_MANY_LINKS } from './through-made.ts';
import { touchPacked } from './touch-packed.ts';
import { touchPatched } from './touch-patched.ts';
import { touch } from './touches.ts';
import { unsettledBy } from './unsettled.ts';
import type { ShellWord } from './word.ts';

/**
 * Reports the files that a command without a proof names, and notes the links that it makes.
 * @returns whether it names files to write.
 */
export function touchNamed(words: readonly ShellWord[], place: Place, sink: Sink): boolean {
  const name = programName(words[0]) ?? '';
  const files = namedFiles(words);
  touchPacked(words, place, sink);
  if (name === 'git') touchPatched(words, place, sink);
  const copies = copiedFiles(words, place.directories, place.scene);
  if (copies.problem !== undefined) sink.problem(copies.problem);
  for (const access of ['read', 'write'] as const) {
    const list = access === 'read' ? 'reads' : 'writes';
    const mentioned =
      access === 'read' ? mentionedFiles(words, place.directories, place.scene) : [];
    const values = [...files[list], ...copies[list], ...mentioned];
    if (values.length === 0) continue;
    const { touches, problem } = touch(values, access, place.directories, place.scene);
    sink.touch(touches.map((found) => ({ ...found, operand: true })));
    if (problem !== undefined) sink.problem(problem);
    if (access === 'write') touchTrees(name, words, touches, place, sink);
  }
  // Only what comes behind goes through them.
  const places = unsettledBy(words, place.directories, place.scene);
  place.scene.made?.add(copies.links, places);
  if (place.scene.made?.isFull) sink.problem(TOO_MANY_LINKS);
  return files.writes.length > 0;
}

function touchTrees(
  name: string,
  words: readonly ShellWord[],
  named: readonly PathTouch[],
  { scene }: Place,
  sink: Sink,
): void {
  const args = words.slice(1).flatMap((word) => word.values?.map(({ text }) => text) ?? word.text);
  const { touches, problem } = changedTrees(name, args, named, scene.cwd);
  sink.touch(touches);
  if (problem !== undefined) sink.problem(problem);
}
