import { messageOf } from '../base/errors.ts';
import type { Judged } from './judge.ts';
import type { OpenCall } from './open-call.ts';

/** Tells Notification hooks that somebody at the keyboard would have been asked. They decide nothing. */
export async function notifyUnanswered(call: OpenCall, { tool }: Judged): Promise<void> {
  const { governance, context } = call;
  if (!governance.hooks.has('Notification')) return;
  try {
    await governance.hooks.run({
      event: 'Notification',
      cwd: context.cwd,
      fields: {
        message: `Nobody was there to allow a call of ${tool.userFacingName(undefined)}; it was denied.`,
        title: 'Permission needed',
        notification_type: 'permission_prompt',
      },
      signal: context.abort.signal,
    });
  } catch (error) {
    const text = `Notification hooks: ${messageOf(error)}`;
    governance.emit({ type: 'notice', at: governance.now(), level: 'warning', text });
  }
}
