import type { RuleSource } from '../../permission/rule.ts';
import { type AnsweredHook, hookText } from '../hook.ts';

/** What PermissionRequest hooks say of a call that rules and answers leave open. */
export interface PermissionOutcome {
  readonly decision: 'allow' | 'deny' | 'none';
  readonly reason: string | undefined;
  readonly hook: string | undefined;
  readonly source: RuleSource | undefined;
  /** Only with `allow`; merged in configuration order. */
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined;
  /** The run ends. */
  readonly stop: string | undefined;
}

/** One “no” is enough; among equals the first in configuration order. */
export function permissionOutcome(answered: readonly AnsweredHook[]): PermissionOutcome {
  const of = (decision: 'allow' | 'deny') =>
    answered.find(({ answer }) => answer.decision === decision);
  const stopper = answered.find(({ answer }) => answer.stop !== undefined || answer.interrupt);
  const by = of('deny') ?? of('allow');
  const changes = answered.flatMap(({ answer }) => answer.updatedInput ?? []);
  const given = by && (by === of('deny') ? 'deny' : 'allow');
  const decision = given ?? 'none';
  return {
    decision,
    reason: by?.answer.reason ?? (decision === 'deny' ? 'A hook denied the request.' : undefined),
    hook: by && hookText(by.hook),
    source: by?.hook.source,
    updatedInput:
      decision === 'allow' && changes.length > 0 ? Object.assign({}, ...changes) : undefined,
    stop: stopper && (stopper.answer.stop ?? stopper.answer.reason ?? 'A hook ended the run.'),
  };
}
