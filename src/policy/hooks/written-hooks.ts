import { HOOK_EVENT_NAMES, type HookEvent, hookEventInfo, isHookEvent } from './hook-events.ts';
import type { WrittenHook } from './hook-schema.ts';

export interface WrittenGroup {
  readonly matcher?: string | undefined;
  readonly hooks: readonly WrittenHook[];
}

/** A `hooks` section as it is written, with events that nobody knows passed over. */
export type WrittenHooks = { readonly [Event in HookEvent]?: readonly WrittenGroup[] | undefined };

/** The known events that a section has groups for. */
export function writtenGroups(
  section: WrittenHooks,
): (readonly [event: HookEvent, groups: readonly WrittenGroup[]])[] {
  return HOOK_EVENT_NAMES.flatMap((event) => {
    const groups = section[event];
    return Array.isArray(groups) ? [[event, groups] as const] : [];
  });
}

/** What is odd about the events of a section, a sentence each with its key. */
export function eventWarnings(
  section: Readonly<Record<string, unknown>>,
): { readonly event: string; readonly message: string }[] {
  return Object.keys(section).flatMap((event) => {
    if (!isHookEvent(event)) {
      return {
        event,
        message: `No version knows the hook event \`${event}\`; its hooks never run.`,
      };
    }
    const { never } = hookEventInfo(event);
    return never === undefined
      ? []
      : { event, message: `Hooks of ${event} never run here: ${never}.` };
  });
}
