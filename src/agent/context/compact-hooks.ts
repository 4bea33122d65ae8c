import type { Ending, Session } from '../session.ts';
import { reminder, stopped, tellHooks } from '../session-hooks.ts';

type Trigger = 'auto' | 'manual';

/** Asks PreCompact hooks. `blocked`: why they forbid it; `undefined`: they don't. */
export async function beforeCompact(
  session: Session,
  trigger: Trigger,
): Promise<{ readonly ending: Ending } | { readonly blocked: string | undefined }> {
  const said = await tellHooks(session, 'PreCompact', { trigger, custom_instructions: null });
  if (said.stop !== undefined) return { ending: stopped(said.stop) };
  return { blocked: said.blocks[0] };
}

/**
 * Tells hooks what was made of the conversation, and that the session starts anew from there: what they
 * added at its start, they can add again.
 */
export async function afterCompact(
  session: Session,
  trigger: Trigger,
  summary: string,
): Promise<{ readonly ending: Ending } | { readonly notes: readonly string[] }> {
  const told = await tellHooks(session, 'PostCompact', { trigger, compact_summary: summary });
  if (told.stop !== undefined) return { ending: stopped(told.stop) };
  const started = await tellHooks(session, 'SessionStart', {
    source: 'compact',
    model: session.model.id,
  });
  if (started.stop !== undefined) return { ending: stopped(started.stop) };
  return { notes: [...told.contexts, ...started.contexts].map(reminder) };
}
