import type { RemovalCount } from './removed.ts';

export interface ProseOptions {
  readonly count: RemovalCount;
  /** Takes a piece of code out of reach and gives what stands for it. */
  readonly keepCode: (code: string) => string;
  /** False once code is out of reach and entities are written out: what is left of Markdown was text. */
  readonly isFirst: boolean;
}
