import type { Session } from '../agent/session.ts';
import type { EmitEvent } from '../events/run-event.ts';
import type { Hooks } from '../hooks/hook-runner.ts';
import { runWithEnv } from '../hooks/run-with-env.ts';
import type { CallState } from '../pipeline/governance.ts';

/** Runs hooks about the session where the agent stands; what those of its start leave is for later commands. */
export function sessionHooks(hooks: Hooks, state: CallState, emit: EmitEvent): Session['runHooks'] {
  return async (event, fields, signal = new AbortController().signal) => {
    const { context } = state;
    const occasion = { event, cwd: context.cwd, fields, signal };
    if (event !== 'SessionStart') return hooks.run(occasion);
    const { runDirectory } = context.workspace;
    const told = await runWithEnv(hooks, occasion, context.environment, runDirectory);
    state.context = {
      ...state.context,
      environment: { ...state.context.environment, ...told.variables },
    };
    if (told.refused.length > 0) {
      const text = `SessionStart hooks can't set ${told.refused.join(', ')}: such variables hold credentials, make programs run code, or were no plain values.`;
      emit({ type: 'notice', at: Date.now(), level: 'warning', text });
    }
    return told.answered;
  };
}
