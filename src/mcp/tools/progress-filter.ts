import type { Progress } from '@modelcontextprotocol/client';
import { foreignWords } from '../connection/server-words.ts';

/** The least time between two words of progress, ms. */
const EVERY_MS = 250;

/** Progress in words, no more often than somebody could read: a server may send it by the thousand. */
export function progressFilter(tell: (words: string) => void): (progress: Progress) => void {
  let last = Number.NEGATIVE_INFINITY;
  return ({ progress, total, message }) => {
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    last = now;
    const count = total === undefined ? `${progress}` : `${progress} of ${total}`;
    tell(message === undefined ? count : `${count}: ${foreignWords(message, 200)}`);
  };
}
