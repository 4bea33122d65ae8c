import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentBlock, Message, Usage } from '@anthropic-ai/sdk/resources/messages';
import { ConfigError, messageOf } from '../base/errors.ts';
import { knownCapabilities } from './capabilities.ts';
import { type LoadedScript, loadScript } from './load-script.ts';
import {
  ApiFailure,
  type Model,
  type ModelAnswer,
  type ModelRequest,
  type StreamHandlers,
} from './model.ts';
import { SCRIPTED_PREFIX } from './model-id.ts';
import { offerTo } from './request.ts';
import { unmetExpectation } from './script-expect.ts';
import type { ScriptTurn } from './script-schema.ts';
import { ScriptUsage } from './script-usage.ts';

export interface ScriptOptions {
  /** Reads a script. Absent: from the file system, as UTF-8. */
  readonly readScript?: ((path: string) => Promise<string>) | undefined;
  /** What `{{name}}` stands for. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Told when a request has come. Must not throw. */
  readonly onSent?: (() => void) | undefined;
}

/**
 * The embedded model: answers with the turns of a script, in order. Nothing random is in it.
 * @throws ConfigError when the script can't be read or is wrong; later, from `answer`, when a turn's
 * expectation doesn't hold or the script is at its end.
 */
export async function loadScriptedModel(path: string, options: ScriptOptions): Promise<Model> {
  if (path === '')
    throw new ConfigError('`scripted:` needs a file: `scripted:path/to/script.yml`.');
  const read = options.readScript ?? ((file: string) => readFile(file, 'utf8'));
  const text = await read(path).catch((cause: unknown) => {
    throw new ConfigError(`The script ${path} can't be read: ${messageOf(cause)}`, { cause });
  });
  const script = loadScript(text, path, options.variables ?? {});
  return playScript(script, `${SCRIPTED_PREFIX}${path}`, options.onSent);
}

function playScript(loaded: LoadedScript, id: string, onSent?: () => void): Model {
  const { script, placeOf } = loaded;
  const usage = new ScriptUsage();
  const capabilities = knownCapabilities(script.model ?? id);
  let next = 0;
  return {
    id,
    provider: 'scripted',
    pricedAs: script.model ?? id,
    capabilities: () => capabilities,
    async answer(asked, handlers, signal) {
      const request = { ...asked, ...offerTo(capabilities, asked) };
      const start = performance.now();
      signal.throwIfAborted();
      onSent?.();
      const index = next;
      const turn = script.turns[index];
      if (!turn) throw atEnd(script.turns.length, placeOf(['turns', index - 1]));
      next += 1;
      expectAll(loaded, turn, index, request);
      await failFirst(turn, handlers, signal);
      await wait(turn.delay_ms ?? 0, signal);
      const content = contentOf(turn, index, request.noTools === true);
      for (const [position, block] of content.entries()) handlers.onBlock(block, position);
      const used = usage.of(request, content, turn.usage);
      const message = messageFrom(turn, index, content, script.model ?? id, used);
      return answerFrom(message, index, start);
    },
  };
}

function answerFrom(message: Message, index: number, start: number): ModelAnswer {
  const durationMs = Math.round(performance.now() - start);
  return { message, cut: false, requestId: `req_script_${index + 1}`, durationMs };
}

function atEnd(turns: number, at: ConfigError['at']): ConfigError {
  const message = `The script ends after ${turns} turn${turns === 1 ? '' : 's'}, but the run asked for one more. Its last turn has to be one without calls.`;
  return new ConfigError(message, { at });
}

function expectAll(
  { placeOf }: LoadedScript,
  turn: ScriptTurn,
  index: number,
  request: ModelRequest,
): void {
  for (const [position, expected] of (turn.expect ?? []).entries()) {
    const unmet = unmetExpectation(expected, request.messages);
    if (unmet === undefined) continue;
    const at = placeOf(['turns', index, 'expect', position]);
    throw new ConfigError(`Turn ${index + 1} ${unmet}`, { at });
  }
}

const MAX_RETRIES = 10;

/** Plays the API's failures before an answer, without the waits. */
async function failFirst(
  { error }: ScriptTurn,
  handlers: StreamHandlers,
  signal: AbortSignal,
): Promise<void> {
  if (!error) return;
  const { status, message = 'The script says so.', times = 1 } = error;
  const passing = status === 408 || status === 409 || status === 429 || status >= 500;
  const words = `${status}: ${message}`;
  for (let attempt = 1; attempt <= times; attempt += 1) {
    if (!passing || attempt > MAX_RETRIES) {
      const overloaded = status === 529;
      throw new ApiFailure(`The API answered ${words}`, { status, overloaded });
    }
    handlers.onRetry({ attempt, maxRetries: MAX_RETRIES, delayMs: 0, status, error: words });
    await wait(0, signal);
  }
}

/** @throws the abort reason when aborted meanwhile. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {});
  signal.throwIfAborted();
}

const NO_WORDS = 'No tool may be called any more, and the script has no words for this turn.';

function contentOf(turn: ScriptTurn, index: number, noTools: boolean): ContentBlock[] {
  const signature = `script-${index + 1}`;
  const text = turn.text ?? (noTools && turn.calls ? NO_WORDS : '');
  const calls = noTools ? [] : (turn.calls ?? []);
  return [
    ...(turn.think ? [{ type: 'thinking' as const, thinking: turn.think, signature }] : []),
    ...(text ? [{ type: 'text' as const, text, citations: null }] : []),
    ...calls.map((call, position) => ({
      type: 'tool_use' as const,
      id: call.id ?? `toolu_script_${index + 1}_${position + 1}`,
      name: call.tool,
      // A copy: what runs must not change the script.
      input: structuredClone(call.input ?? {}),
      caller: { type: 'direct' as const },
    })),
  ];
}

function messageFrom(
  turn: ScriptTurn,
  index: number,
  content: ContentBlock[],
  model: string,
  usage: Usage,
): Message {
  const calls = content.some((block) => block.type === 'tool_use');
  const reason = turn.stop_reason ?? (calls ? 'tool_use' : 'end_turn');
  return {
    id: `msg_script_${index + 1}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: reason,
    stop_sequence: null,
    stop_details:
      reason === 'refusal'
        ? { type: 'refusal', category: null, explanation: turn.text ?? null }
        : null,
    container: null,
    diagnostics: null,
    usage,
  };
}
