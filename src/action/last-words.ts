import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { endSurvivors } from '../base/survivors.ts';

/** A file in the run's folder: why a run was ended that could not end by itself. */
const ENDED_BY = 'ended-by.json';

/** How a run ended that could not tell it. */
export interface EndedBy {
  readonly stopReason: 'deadline' | 'cancelled' | 'hook_stopped' | 'error';
  /** A sentence. */
  readonly reason: string;
  readonly conclusion: 'failure' | 'neutral';
}

/** What is left to do for a process that has to go at once; plain data, for a thread too. */
export interface LastWords {
  readonly runDirectory: string;
  readonly ended: EndedBy;
  /** The runner's file for outputs; absent: there is none. */
  readonly outputFile?: string | undefined;
}

/**
 * Ends what the run left running, and leaves word for the post step and for the runner. Never throws:
 * there is nobody left to tell.
 */
export function sayLastWords({ runDirectory, ended, outputFile }: LastWords): void {
  const attempts = [
    () => writeFileSync(join(runDirectory, ENDED_BY), JSON.stringify(ended), { mode: 0o600 }),
    () => {
      const outputs = `conclusion=${ended.conclusion}\nstop_reason=${ended.stopReason}\n`;
      if (outputFile) appendFileSync(outputFile, outputs);
    },
    () => endSurvivors(basename(runDirectory)),
  ];
  for (const attempt of attempts) {
    try {
      attempt();
    } catch {
      // The next one may work.
    }
  }
}

/** What a run left as its last words; `undefined`: nothing that can be read. */
export function lastWordsIn(runDirectory: string): EndedBy | undefined {
  try {
    const words: unknown = JSON.parse(readFileSync(join(runDirectory, ENDED_BY), 'utf8'));
    return isEndedBy(words) ? words : undefined;
  } catch {
    return undefined;
  }
}

function isEndedBy(value: unknown): value is EndedBy {
  if (typeof value !== 'object' || value === null) return false;
  const { stopReason, reason, conclusion } = value as Partial<Record<keyof EndedBy, unknown>>;
  return (
    ['deadline', 'cancelled', 'hook_stopped', 'error'].includes(String(stopReason)) &&
    ['failure', 'neutral'].includes(String(conclusion)) &&
    typeof reason === 'string'
  );
}
