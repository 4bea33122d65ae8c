import type { FakeTurn } from '../../test/fakes/anthropic-turn.ts';
import { figure, gaps, type Scenario, uncached } from './figure.ts';
import { bash, done, reading, THINKS_MS } from './turn-parts.ts';

const EARLY_MS = 3000;

/** Calls that can run at the same time. */
export const sideBySide: Scenario = {
  name: 'side by side',
  turns: () => [
    { content: Array.from({ length: 10 }, () => bash('sleep 0.2')), delayMs: THINKS_MS },
    done,
  ],
  figures: [
    figure(
      'ten calls of 200 ms in one answer, until next request',
      'ms',
      0,
      (run) => gaps(run)[0] ?? 0,
      (floor) => floor * 1.05,
      '≤ 1.05 × floor',
    ),
  ],
};

/** Answers with more calls than the cache looks back. */
export const wideAnswers: Scenario = {
  name: 'wide answers',
  turns: (workspace) => [
    ...[1, 40, 3, 60, 25, 10].map(
      (calls): FakeTurn => ({
        content: Array.from({ length: calls }, () => reading(workspace)),
      }),
    ),
    done,
  ],
  figures: [uncached('of answers with up to 60 calls')],
};

/** A call whose block ends long before its answer. */
export const earlyStart: Scenario = {
  name: 'early start',
  turns: () => [
    { content: [bash('date +%s%N')], blockDelayMs: EARLY_MS, delayMs: THINKS_MS },
    done,
  ],
  figures: [
    figure(
      'a call starts after its block ended in the stream',
      'ms',
      1,
      (run) => {
        const started = Number(/\b\d{19}\b/u.exec(run.requests[1]?.told ?? '')?.[0]) / 1e6;
        return started - (run.requests[0]?.sent.blockEnds[0] ?? 0);
      },
      (floor) => floor + 5,
      '≤ floor + 5',
    ),
  ],
};
