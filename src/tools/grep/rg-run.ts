/** One run of ripgrep, whichever build of it. */
export interface RgRun {
  readonly args: readonly string[];
  /** Where it runs: absolute. */
  readonly cwd: string;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly onOutput: (chunk: Uint8Array) => void;
  /** A folder of ours alone, for what a build has to keep on disk. */
  readonly scratch: string;
}

export interface RgEnd {
  /** 0: matches, 1: none, 2: an error, perhaps beside matches. */
  readonly code: number;
  readonly errors: string;
}
