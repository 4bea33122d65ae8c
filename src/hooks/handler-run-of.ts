import { hookEventInfo } from '../policy/hooks/hook-events.ts';
import type { BackgroundHooks } from './background-hooks.ts';
import type { HandlerRun } from './handlers/handler-run.ts';
import type { HookPlace } from './handlers/hook-place.ts';
import type { Hook } from './hook.ts';
import type { HookOccasion } from './occasion.ts';
import type { HookRunnerOptions } from './runner-options.ts';

export interface SharedRun {
  readonly place: HookPlace;
  readonly input: Readonly<Record<string, unknown>>;
  /** Seconds that all hooks of the occasion have together; absent: each its own. */
  readonly shortestTimeout: number | undefined;
  readonly background: BackgroundHooks;
}

interface RunParts {
  readonly shared: SharedRun;
  readonly options: HookRunnerOptions;
  readonly signal: AbortSignal;
}

/** What the handler of a hook gets on an occasion. */
export function handlerRun(
  hook: Hook,
  { event, environment }: HookOccasion,
  { shared, options, signal }: RunParts,
): HandlerRun {
  const { place, input, shortestTimeout } = shared;
  const usual =
    { prompt: 30, agent: 60 }[hook.type as string] ?? hookEventInfo(event).timeout ?? 600;
  return {
    event,
    place,
    environment: { ...place.environment, ...environment },
    input,
    stdin: `${JSON.stringify(input, isHere(hook) ? undefined : redacted(options))}\n`,
    timeoutMs: 1000 * (shortestTimeout ?? hook.timeout ?? usual),
    signal,
  };
}

/** A hook that leaves nothing of its input with others: it may look for secrets itself. */
function isHere({ type }: Hook): boolean {
  return type === 'command' || type === 'callback';
}

function redacted({ redact }: HookRunnerOptions) {
  return (_key: string, value: unknown) => (typeof value === 'string' ? redact(value) : value);
}
