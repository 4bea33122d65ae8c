import type { FakeTurn } from '../test/fakes/anthropic-turn.ts';
import type { Run } from './measure.ts';

export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** Decimals. */
  readonly digits: number;
  readonly of: (run: Run) => number;
  /** The most it may be, given the floor over `fetch` in the same run. */
  readonly limit: (floor: number) => number;
  /** The limit in words. */
  readonly goal: string;
}

/** Turns that a client runs, and what is read off the run. */
export interface Scenario {
  readonly name: string;
  readonly turns: (workspace: string) => readonly FakeTurn[];
  readonly figures: readonly Figure[];
}

const done: FakeTurn = { content: [{ type: 'text', text: 'Done.' }] };
/** How long a model takes before its answer begins, at the least: what a client does meanwhile costs nothing. */
const THINKS_MS = 300;
const bash = (command: string) => ({ type: 'tool_use', name: 'Bash', input: { command } }) as const;
const reading = (workspace: string) =>
  ({ type: 'tool_use', name: 'Read', input: { file_path: `${workspace}/file.txt` } }) as const;
const TURNS = 200;
const EARLY_MS = 3000;

export const SCENARIOS: readonly Scenario[] = [
  {
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
  },
  {
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
  },
  {
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
  },
  {
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
  },
  {
    name: 'output',
    turns: () => [{ content: [bash("head -c 20000000 /dev/zero | tr '\\0' x")] }, done],
    figures: [
      figure(
        '20 MB of command output: peak memory',
        'MiB',
        0,
        (run) => run.peakMiB,
        () => 130,
        '≤ 130',
      ),
      figure(
        '… bytes of it sent to the model',
        'bytes',
        0,
        (run) => (run.requests[1]?.bytes ?? 0) - (run.requests[0]?.bytes ?? 0),
        () => 16_384,
        '≤ 16,384',
      ),
    ],
  },
  {
    name: 'trouble',
    turns: () => [
      { status: 529 },
      { status: 529 },
      { content: [{ type: 'text', text: 'Half' }], breakAfterBlocks: 0, breakWith: 'cut' },
      { content: [bash('date +%s%N')] },
      done,
    ],
    figures: [
      figure(
        'two 529 answers and a cut stream: next request after the cut',
        'ms',
        0,
        (run) => (run.requests.length === 5 ? (gaps(run)[2] ?? Number.NaN) : Number.NaN),
        () => 100,
        '≤ 100, survived',
      ),
    ],
  },
];

function figure(
  name: string,
  unit: string,
  digits: number,
  of: Figure['of'],
  limit: Figure['limit'],
  goal: string,
): Figure {
  return { name, unit, digits, of, limit, goal };
}

/** What of the request before was not read from the prompt cache, at the worst; the API simulates one. */
function uncached(what: string): Figure {
  return figure(
    `earlier prompt not read from the cache, worst ${what}`,
    '%',
    1,
    (run) =>
      Math.max(
        ...run.requests.slice(1).map(({ cache }, index) => {
          const before = run.requests[index]?.cache;
          const all = before ? before.read + before.written + before.fresh : Number.NaN;
          return (1 - Math.min(1, (cache?.read ?? 0) / all)) * 100;
        }),
      ),
    () => 5,
    '≤ 5',
  );
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function startUp(run: Run): number {
  return (run.requests[0]?.receivedAt ?? Number.NaN) - run.spawnedAt;
}

function gaps(run: Run): number[] {
  return run.requests
    .slice(1)
    .map((request, index) => request.receivedAt - (run.requests[index]?.sent.endedAt ?? 0));
}

function lastEnd(run: Run): number {
  return run.requests.at(-1)?.sent.endedAt ?? Number.NaN;
}
