/** One file of the context. */
export interface ContextPart {
  /** Below the folder of the context. */
  readonly file: string;
  /** What is in it, for the list in the prompt: words of ours alone. */
  readonly about: string;
  readonly text: string;
}

export const DESCRIPTION_FILE = 'description.md';
