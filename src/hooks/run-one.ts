import { isDeepStrictEqual } from 'node:util';
import { randomUuid } from '../base/random.ts';
import { hookEventInfo } from '../policy/hooks/hook-events.ts';
import { capText } from './answer/cap-text.ts';
import { type EndedHook, type HookAnswer, NO_ANSWER } from './answer/hook-answer.ts';
import { readAnswer } from './answer/read-answer.ts';
import { handlerRun, type SharedRun } from './handler-run-of.ts';
import { runHandler } from './handlers/run-handler.ts';
import { type AnsweredHook, type Hook, type HookRun, namedHook } from './hook.ts';
import type { HookOccasion } from './occasion.ts';
import { passedOver } from './passed-over.ts';
import type { HookRunnerOptions } from './runner-options.ts';

/** Runs one hook and reads what it says. Never rejects. */
export async function runOne(
  hook: Hook,
  occasion: HookOccasion,
  shared: SharedRun,
  options: HookRunnerOptions,
): Promise<AnsweredHook> {
  const { event } = occasion;
  if (isAsync(hook)) return leave(hook, occasion, shared, options);
  // A call can't wait for what comes later, so there the announcement itself is a failure.
  const decides = event === 'PreToolUse' || event === 'PermissionRequest';
  const { background } = shared;
  // What is left behind outlives the occasion, not the session.
  const signal = decides ? occasion.signal : AbortSignal.any([occasion.signal, background.signal]);
  const leaveBehind = decides
    ? undefined
    : (rest: Promise<EndedHook>) => background.add(rest.then(() => undefined));
  const run = handlerRun(hook, occasion, { shared, options, signal });
  const ended = await runHandler(hook, { ...run, leaveBehind });
  return answered(hook, occasion, ended, options);
}

async function answered(
  hook: Hook,
  occasion: HookOccasion,
  ended: EndedHook,
  options: HookRunnerOptions,
): Promise<AnsweredHook> {
  const answer = await capped(readAnswer(hook, occasion.event, ended), options);
  const failed = answer.failure !== undefined || ended.exitCode !== 0;
  const cancelled = occasion.signal.aborted && ended.exitCode === undefined;
  const outcome = failed ? 'error' : 'success';
  const over = passedOver(hook, occasion.event, answer, ended);
  const run: HookRun = {
    ...hookRun(occasion, ended),
    outcome: cancelled ? 'cancelled' : outcome,
    ...(changes(answer, occasion) && { changedInput: namedHook(hook) }),
    ...(!cancelled && over !== undefined && { passedOver: options.redact(over) }),
    ...(answer.systemMessage !== undefined && { systemMessage: answer.systemMessage }),
  };
  options.onRun(run, occasion.tool);
  return { hook, answer, run };
}

function isAsync(hook: Hook): boolean {
  return hook.type === 'command' && (hook.async === true || hook.asyncRewake === true);
}

/** Starts a hook that nobody waits for; with `asyncRewake`, exit code 2 tells the model. */
function leave(
  hook: Hook,
  occasion: HookOccasion,
  shared: SharedRun,
  options: HookRunnerOptions,
): AnsweredHook {
  const { background } = shared;
  const run = handlerRun(hook, occasion, { shared, options, signal: background.signal });
  const wakes = hook.type === 'command' && hook.asyncRewake === true;
  background.add(
    runHandler(hook, run).then(async (ended) => {
      const reports = wakes && ended.exitCode === 2;
      const outcome = ended.exitCode === 0 || reports ? 'success' : 'error';
      const cancelled = background.signal.aborted && ended.exitCode === undefined;
      const run = {
        ...hookRun(occasion, ended),
        outcome: cancelled ? 'cancelled' : outcome,
      } as const;
      options.onRun(run, occasion.tool);
      if (!reports) return undefined;
      const said = ended.stderr.trim() || ended.stdout.trim() || 'It gave no reason.';
      return capText(options.redact(`A hook in the background reports: ${said}`), options);
    }),
  );
  const started = { exitCode: 0, stdout: '', stderr: '', problem: undefined, durationMs: 0 };
  return { hook, answer: NO_ANSWER, run: { ...hookRun(occasion, started), outcome: 'success' } };
}

/** Whatever a hook says to the model or to people leaves without secrets. */
async function capped(answer: HookAnswer, options: HookRunnerOptions): Promise<HookAnswer> {
  const cap = async (text: string | undefined) =>
    text === undefined ? undefined : capText(options.redact(text), options);
  return {
    ...answer,
    reason: await cap(answer.reason),
    block: await cap(answer.block),
    stop: await cap(answer.stop),
    additionalContext: await cap(answer.additionalContext),
    initialUserMessage: await cap(answer.initialUserMessage),
    systemMessage: await cap(answer.systemMessage),
  };
}

/** Many a hook gives the input back as it got it. */
function changes({ updatedInput }: HookAnswer, { fields }: HookOccasion): boolean {
  if (updatedInput === undefined) return false;
  const input = fields['tool_input'];
  return !isDeepStrictEqual({ ...Object(input), ...updatedInput }, input);
}

function hookRun({ event, fields }: HookOccasion, ended: EndedHook): Omit<HookRun, 'outcome'> {
  const { matchOn } = hookEventInfo(event);
  const about = matchOn === undefined ? undefined : fields[matchOn];
  return {
    hookId: randomUuid(),
    hookName: typeof about === 'string' ? `${event}:${about}` : event,
    hookEvent: event,
    stdout: ended.stdout,
    stderr: ended.problem ? `${ended.stderr}[${ended.problem}]` : ended.stderr,
    exitCode: ended.exitCode,
    durationMs: ended.durationMs,
  };
}
