import { Interruption, type Session } from '../../agent/session.ts';
import { elicitationOutcome } from '../../hooks/outcomes/elicitation.ts';
import type { AskElicitationHooks } from '../../mcp/connection/server-place.ts';
import type { Policy } from '../../policy/policy.ts';

/** Brings servers that ask together with hooks that answer: servers are there first. */
export interface ElicitationHooks {
  readonly ask: AskElicitationHooks;
  /** Hooks are there from now on. */
  connect(session: Pick<Session, 'hooks' | 'runHooks'>): void;
}

/** @param abort ends the run where a hook wants that, and hooks when the run ends. */
export function elicitationHooks(
  { hooks: configured }: Pick<Policy, 'hooks'>,
  abort: AbortController,
): ElicitationHooks {
  let session: Pick<Session, 'hooks' | 'runHooks'> | undefined;
  return {
    ask: async (event, fields) => {
      // One that asks before anybody can be asked must not get past the hook that is meant for it.
      if (!session) return configured[event]?.length ? { action: 'decline' } : undefined;
      if (!session.hooks.has(event)) return undefined;
      const { elicited, stop } = elicitationOutcome(
        await session.runHooks(event, fields, abort.signal),
      );
      if (stop !== undefined) abort.abort(new Interruption('hook_stopped', stop));
      return elicited && { action: elicited.action, content: elicited.content };
    },
    connect: (opened) => {
      session = opened;
    },
  };
}
