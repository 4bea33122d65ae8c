import type { Verdict } from '../permission/decision.ts';
import type { Effect } from '../tool/subject.ts';
import type { AnyTool } from '../tool/tool.ts';

type Rating = 'read' | 'write' | 'network' | 'dangerous';

/**
 * Rates a call from the text that its tool gives for it, while hooks run. `undefined`: no opinion.
 * A rating only ever tightens a decision.
 */
export type Classifier = (
  tool: AnyTool,
  text: string,
  signal: AbortSignal,
) => Promise<Rating | undefined>;

/** A rating, or that there should have been one. */
export type Rated = Rating | 'failed' | undefined;

const EFFECT: Readonly<Record<Rating, Effect>> = {
  read: 'read',
  write: 'write',
  network: 'network',
  dangerous: 'destructive',
};

export function effectOf(rated: Rated): Effect | undefined {
  return rated === undefined || rated === 'failed' ? undefined : EFFECT[rated];
}

/** Turns an allow into a question where the rating contradicts it; every other verdict stays. */
export function tighten(verdict: Verdict, rated: Rated): Verdict {
  if (verdict.behavior !== 'allow' || rated === undefined || rated === 'read') return verdict;
  const contradicts = rated === 'dangerous' || verdict.by.step === 'read_only';
  if (!contradicts) return verdict;
  const reason =
    rated === 'failed'
      ? 'The classifier gave no rating, so the call cannot pass as read-only.'
      : `The classifier rates this call as ${rated}.`;
  return { behavior: 'ask', because: 'tool', by: { step: 'tool' }, reason };
}
