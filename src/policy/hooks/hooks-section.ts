import * as z from 'zod';
import { nearest } from '../../base/nearest.ts';
import { HOOK_EVENT_NAMES, hookEventInfo, isHookEvent } from './hook-events.ts';
import { hookSchema } from './hook-schema.ts';
import { type WrittenHooks, writtenGroups } from './written-hooks.ts';

/**
 * The `hooks` section. An event that nobody knows is let through (Claude Code gains new ones), but not
 * one that looks like a slip: its author believes to be guarded.
 * @param strict whether unknown keys of a group and a handler are errors.
 */
export function hooksSection(
  strict: boolean,
  checks: {
    /** Of matchers for tool names. */
    readonly tools?: z.ZodType<string> | undefined;
    /** Of matchers for what other events are about. */
    readonly words?: z.ZodType<string> | undefined;
    readonly rule?: z.ZodType<string> | undefined;
  } = {},
) {
  const groups = (matcher: z.ZodType<string> = z.string(), names: string) =>
    z.array(
      (strict ? z.strictObject : z.looseObject)({
        matcher: matcher.optional().describe(`${names} split by \`|\`, or a regular expression.`),
        hooks: z.array(hookSchema(strict, checks.rule)).min(1),
      }),
    );
  const ofCalls = groups(checks.tools, 'Tool names');
  const ofOthers = groups(checks.words, 'Values of the field that the event is matched on,');
  const events = Object.fromEntries(
    HOOK_EVENT_NAMES.map((name) => [
      name,
      (hookEventInfo(name).aboutCall ? ofCalls : ofOthers).optional(),
    ]),
  );
  return z.looseObject(events).superRefine((section, context) => {
    for (const name of Object.keys(section)) {
      const near = isHookEvent(name) ? undefined : nearest(name, HOOK_EVENT_NAMES);
      if (near === undefined) continue;
      const message = `There is no hook event \`${name}\`; did you mean \`${near}\`?`;
      context.addIssue({ code: 'custom', message, path: [name] });
    }
    refuseTypes(section, context);
  });
}

function refuseTypes(section: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  for (const [event, groups] of writtenGroups(section as WrittenHooks)) {
    const { types } = hookEventInfo(event);
    for (const [at, { hooks }] of groups.entries()) {
      for (const [index, { type }] of hooks.entries()) {
        if (types === undefined || types.includes(type)) continue;
        const message = `A hook of ${event} can't be of the type \`${type}\`; it takes ${types.join(', ')}.`;
        context.addIssue({ code: 'custom', message, path: [event, at, 'hooks', index, 'type'] });
      }
    }
  }
}
