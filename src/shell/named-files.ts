import type { WordValue } from './word.ts';

/** The files that the words of a command name, told without its exact options. */
export interface NamedFiles {
  readonly reads: readonly WordValue[];
  readonly writes: readonly WordValue[];
}
