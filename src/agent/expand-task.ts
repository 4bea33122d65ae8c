import type { ToldOutcome } from '../hooks/outcomes/told.ts';
import type { HookEvent } from '../policy/hooks/hook-events.ts';
import type { Ending, Session } from './session.ts';
import type { ExpandedTask } from './task-command.ts';

type TellHooks = (
  session: Session,
  event: HookEvent,
  fields: Readonly<Record<string, unknown>>,
) => Promise<ToldOutcome>;

/** Puts what commands stand for in the place of a task that names them, unless a hook objects. */
export async function expandWithHooks(
  session: Session,
  tellHooks: TellHooks,
): Promise<
  (ExpandedTask & { readonly contexts: readonly string[] }) | { readonly ending: Ending }
> {
  const { command, prompt, task } = session;
  if (!command) return { prompt, denials: [], contexts: [] };
  const contexts: string[] = [];
  let suppress = false;
  for (const { type, name, args, source } of command.calls) {
    const said = await tellHooks(session, 'UserPromptExpansion', {
      expansion_type: type,
      command_name: name,
      command_args: args,
      command_source: source,
      prompt: task,
    });
    const [block = said.stop] = said.blocks;
    if (block !== undefined) return { ending: { stopReason: 'hook_stopped', errors: [block] } };
    contexts.push(...said.contexts);
    suppress ||= said.suppressPrompt;
  }
  const expanded = await command.expand({ suppress });
  return 'ending' in expanded ? expanded : { ...expanded, contexts };
}
