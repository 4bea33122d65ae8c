import type { NamedFiles } from './named-files.ts';
import type { WordValue } from './word.ts';

/** What a program that packs, unpacks or patches is told of. */
export interface Packing extends NamedFiles {
  /** Folders and files that go into an archive with all that lies in them. */
  readonly packed: readonly string[];
  /** Where anything may be written: folders that are unpacked into, members by name. */
  readonly unpacked: readonly string[];
  /** Patterns for what is not packed. */
  readonly left: readonly string[];
  /** Why not all of them are known. */
  readonly problem: string | undefined;
}

/** @param told what it is told of, beyond nothing at all. */
export function packing({
  reads = [],
  writes = [],
  ...told
}: Partial<Omit<Packing, 'reads' | 'writes'>> & {
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
}): Packing {
  return {
    packed: [],
    unpacked: [],
    left: [],
    problem: undefined,
    ...told,
    reads: reads.map(file),
    writes: writes.map(file),
  };
}

export function unknownOption(name: string): Packing {
  return packing({ problem: `Not every option of ${name} is known here: leave it out.` });
}

function file(text: string): WordValue {
  return { text, glob: false };
}
