import { type InstructionFile, shownPath } from '../instructions/instruction-file.ts';
import type { LoadedFile } from '../knowledge-state.ts';
import { absoluteOf } from '../source.ts';

/** A file of instructions as hooks and reports are told of it. */
export function loadedFile(file: InstructionFile, trigger?: string): LoadedFile {
  const { memoryType, reason, globs, parent } = file;
  return {
    path: shownPath(file),
    absolute: absoluteOf(file.source, file.path),
    memoryType,
    reason,
    ...(globs && { globs }),
    ...(trigger !== undefined && { trigger }),
    ...(parent && { parent: absoluteOf(parent.source, parent.path) }),
  };
}
