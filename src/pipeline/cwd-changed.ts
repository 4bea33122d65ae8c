import { messageOf } from '../base/errors.ts';
import { runWithEnv } from '../hooks/run-with-env.ts';
import type { CallState, Governance } from './governance.ts';

/** Tells CwdChanged hooks that the agent moved; what they leave is for the commands that follow. Never rejects. */
export async function tellCwdChanged(
  { hooks, emit, now }: Governance,
  state: CallState,
  before: string,
): Promise<void> {
  const { context } = state;
  if (context.cwd === before || !hooks.has('CwdChanged')) return;
  const warn = (text: string) => emit({ type: 'notice', at: now(), level: 'warning', text });
  try {
    const { variables, refused } = await runWithEnv(
      hooks,
      {
        event: 'CwdChanged',
        cwd: context.cwd,
        fields: { old_cwd: before, new_cwd: context.cwd },
        signal: context.abort.signal,
      },
      context.environment,
      context.workspace.runDirectory,
    );
    state.context = { ...context, environment: { ...context.environment, ...variables } };
    if (refused.length > 0) warn(`CwdChanged hooks can't set ${refused.join(', ')}.`);
  } catch (error) {
    warn(`CwdChanged hooks: ${messageOf(error)}`);
  }
}
