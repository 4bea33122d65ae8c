import { earlyStart, sideBySide, wideAnswers } from './calls.ts';
import { ending } from './ending.ts';
import type { Scenario } from './figure.ts';
import { longRun } from './long-run.ts';
import { output, trouble } from './trouble.ts';

export const SCENARIOS: readonly Scenario[] = [
  longRun,
  sideBySide,
  wideAnswers,
  earlyStart,
  output,
  trouble,
  ending,
];
