/** One way to put lines to a test: `unattended guard <name> --jsonl`. */
export interface Guard {
  readonly name: string;
  /** What a line gets; throws ZodError for one of another shape. */
  answer(line: unknown): object | Promise<object>;
  /** The answer to a line that can't be read. */
  refuse(reason: string): object;
}
