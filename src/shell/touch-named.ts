import { copiedFiles } from './copies.ts';
import type { Place, Sink } from './description.ts';
import { namedFiles } from './file-commands.ts';
import { touch } from './touches.ts';
import { unsettledBy } from './unsettled.ts';
import type { ShellWord } from './word.ts';

/**
 * Reports the files that a command without a proof names, and notes the links that it makes.
 * @returns whether it names files to write.
 */
export function touchNamed(words: readonly ShellWord[], place: Place, sink: Sink): boolean {
  const files = namedFiles(words);
  const copies = copiedFiles(words, place.directories, place.scene);
  if (copies.problem !== undefined) sink.problem(copies.problem);
  for (const access of ['read', 'write'] as const) {
    const name = access === 'read' ? 'reads' : 'writes';
    const values = [...files[name], ...copies[name]];
    if (values.length === 0) continue;
    const { touches, problem } = touch(values, access, place.directories, place.scene);
    sink.touch(touches.map((found) => ({ ...found, operand: true })));
    if (problem !== undefined) sink.problem(problem);
  }
  // Only what comes behind goes through them.
  const places = unsettledBy(words, place.directories, place.scene);
  place.scene.made?.add(copies.links, places);
  return files.writes.length > 0;
}
