import type { FakeTurn } from '../../test/fakes/anthropic-turn.ts';
import { figure, gaps, lastEnd, median, type Scenario, startUp, uncached } from './figure.ts';
import { done, reading } from './turn-parts.ts';

const TURNS = 200;

/** Many turns with a call each: start, turn, memory, end. */
export const longRun: Scenario = {
  name: 'turns',
  turns: (workspace) => [
    ...Array.from(
      { length: TURNS },
      (): FakeTurn => ({
        content: [reading(workspace)],
      }),
    ),
    done,
  ],
  figures: [
    figure('start to first request', 'ms', 0, startUp, (floor) => floor + 80, '≤ floor + 80'),
    figure(
      `response end to next request, ${TURNS} turns`,
      'ms',
      2,
      (run) => median(gaps(run)),
      (floor) => floor * 1.4,
      '≤ 1.4 × floor',
    ),
    figure(
      `wall of those ${TURNS + 1} requests`,
      's',
      2,
      (run) => (lastEnd(run) - (run.requests[0]?.receivedAt ?? 0)) / 1000,
      (floor) => floor * 1.8,
      '≤ 1.8 × floor',
    ),
    figure(
      'CPU of the same',
      's',
      2,
      (run) => run.cpuSeconds,
      (floor) => floor * 2,
      '≤ 2 × floor',
    ),
    figure(
      'peak memory of the same',
      'MiB',
      0,
      (run) => run.peakMiB,
      (floor) => floor + 50,
      '≤ floor + 50',
    ),
    figure(
      'first request',
      'bytes',
      0,
      (run) => run.requests[0]?.bytes ?? 0,
      () => 14_000,
      '≤ 14,000',
    ),
    uncached(`of those ${TURNS + 1} requests`),
    figure(
      'last byte received to exit',
      'ms',
      0,
      (run) => run.exitedAt - lastEnd(run),
      (floor) => floor,
      '≤ floor',
    ),
  ],
};
