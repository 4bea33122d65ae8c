import { mergeHooks } from '../policy/hooks/hook-config.ts';
import { type HookEvent, hookEventInfo } from '../policy/hooks/hook-events.ts';
import { BackgroundHooks } from './background-hooks.ts';
import type { AnsweredHook, Hook } from './hook.ts';
import { hookInput } from './hook-input.ts';
import { type CallToMatch, ifRule } from './if-rule.ts';
import { hookMatcher } from './matcher.ts';
import type { HookOccasion } from './occasion.ts';
import type { HookRunnerOptions } from './runner-options.ts';

/** The hooks of a session. */
export interface Hooks {
  /** Whether any hook is configured for the event: without one nothing else of this costs anything. */
  has(event: HookEvent): boolean;
  /**
   * Runs every hook that matches, side by side, and waits for all of them; the answers are in the order
   * of configuration. Rejects only where no hook may be run.
   */
  run(occasion: HookOccasion): Promise<readonly AnsweredHook[]>;
  /** What background hooks want the model to know, since the last time. */
  takeWakeUps(): readonly string[];
  /** Ends the hooks that go on in the background, and waits for their end. */
  close(): Promise<void>;
}

interface Candidate {
  readonly hook: Hook;
  readonly matches: (value: string) => boolean;
  readonly means: ((call: CallToMatch) => boolean) | undefined;
}

/** @throws ConfigError for a matcher that is no regular expression; RuleError for an `if` that can't be used. */
export function createHookRunner(options: HookRunnerOptions): Hooks {
  const candidates = candidatesOf(options);
  const background = new BackgroundHooks();
  const done = new Set<Hook>();
  return {
    has: (event) => (candidates.get(event) ?? []).length > 0,
    run: async (occasion) => {
      const all = candidates.get(occasion.event) ?? [];
      if (all.length === 0) return [];
      const hooks = withoutRepeats(await matching(all, occasion)).filter((hook) => !done.has(hook));
      if (hooks.length === 0) return [];
      for (const hook of hooks) if (hook.once) done.add(hook);
      if (hooks.some(({ type }) => type === 'command')) {
        await options.verifyScripts?.().catch((error: unknown) => {
          // None of them ran: the next call must not find itself unguarded.
          for (const hook of hooks) done.delete(hook);
          throw error;
        });
      }
      // Loaded with the first hook: a run without hooks does not pay for them.
      const { runOne } = await import('./run-one.ts');
      const shared = {
        place: await options.place(),
        input: hookInput(options.common, occasion),
        shortestTimeout: sharedTimeout(hooks, occasion.event),
        background,
      };
      return Promise.all(hooks.map((hook) => runOne(hook, occasion, shared, options)));
    },
    takeWakeUps: () => background.takeWakeUps(),
    close: () => background.close(),
  };
}

function candidatesOf(options: HookRunnerOptions): ReadonlyMap<HookEvent, readonly Candidate[]> {
  const groups = Object.entries(mergeHooks([options.configuration])) as [
    HookEvent,
    readonly { readonly matcher: string; readonly hooks: readonly Hook[] }[],
  ][];
  const own = (options.callbacks ?? []).map(
    ({ event, matcher = '', hook }) => [event, [{ matcher, hooks: [hook] }]] as const,
  );
  const found = new Map<HookEvent, Candidate[]>();
  for (const [event, list] of [...groups, ...own]) {
    for (const { matcher, hooks } of list) {
      // A matcher on an event without one is ignored (contracts 2.3).
      const matches = hookEventInfo(event).matchOn ? hookMatcher(matcher) : () => true;
      const added = hooks.map((hook) => ({
        hook,
        matches,
        means: hook.if && ifRule(hook.if, options.workspace),
      }));
      found.set(event, [...(found.get(event) ?? []), ...added]);
    }
  }
  return found;
}

async function matching(all: readonly Candidate[], occasion: HookOccasion): Promise<Hook[]> {
  const { matchOn } = hookEventInfo(occasion.event);
  const value = matchOn === undefined ? '' : String(occasion.fields[matchOn] ?? '');
  const found = all.filter(({ matches }) => matches(value));
  // What the call touches is told only where an `if` asks.
  const call = found.some(({ means }) => means) ? await occasion.call?.() : undefined;
  return found
    .filter(({ means }) => means === undefined || (call !== undefined && means(call)))
    .map(({ hook }) => hook);
}

/** The same handler in two files or under two matchers runs once, in the place of the first. */
function withoutRepeats(hooks: readonly Hook[]): readonly Hook[] {
  const seen = new Set<unknown>();
  return hooks.filter((hook) => {
    const { type, source: _source, if: rule, ...rest } = hook;
    const key = type === 'callback' ? hook : JSON.stringify({ type, if: rule?.text, ...rest });
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Hooks at the very end have 1.5 s together, or as long as the longest of them asks for, a minute at most. */
function sharedTimeout(hooks: readonly Hook[], event: HookEvent): number | undefined {
  if (event !== 'SessionEnd') return undefined;
  const asked = hooks.map(({ timeout = 0 }) => timeout);
  return Math.min(60, Math.max(1.5, ...asked));
}
