import { figure, gaps, type Scenario } from './figure.ts';
import { bash, done } from './turn-parts.ts';

/** A command that says very much. */
export const output: Scenario = {
  name: 'output',
  turns: () => [{ content: [bash("yes x | tr -d '\\n' | head -c 20000000")] }, done],
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
};

/** An API that fails and is well again. */
export const trouble: Scenario = {
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
};
