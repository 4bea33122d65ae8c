import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a run that had to end at once may leave to the post step. */
export type LeftToPost = 'comment' | 'work';

interface Left {
  readonly left: readonly LeftToPost[];
  /** Markdown for the comment: what had become of the work. */
  readonly notes: readonly string[];
}

const LEFT = 'left-to-post.json';

/** @throws the system's error when it can't be written. */
export function leaveToPost(
  runDirectory: string,
  { left, notes }: { readonly left: ReadonlySet<LeftToPost>; readonly notes: readonly string[] },
): void {
  const text = JSON.stringify({ left: [...left], notes } satisfies Left);
  writeFileSync(join(runDirectory, LEFT), text, { mode: 0o600 });
}

/** What a run that came to its own end left to do; `undefined`: it did not come to it. */
export function leftToPost(runDirectory: string): Left | undefined {
  try {
    const { left, notes } = JSON.parse(readFileSync(join(runDirectory, LEFT), 'utf8')) as Left;
    return { left, notes };
  } catch {
    return undefined;
  }
}
