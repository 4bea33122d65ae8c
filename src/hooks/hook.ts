import { oneLine } from '../base/text.ts';
import type { ConfiguredHook, OnFailure } from '../policy/hooks/hook-config.ts';
import type { HookAnswer } from './answer/hook-answer.ts';

/** A hook in this process, for code that brings its own. */
export interface CallbackHook extends Pick<ConfiguredHook, 'if' | 'timeout' | 'once' | 'source'> {
  readonly type: 'callback';
  /** For the reports. */
  readonly name: string;
  readonly onFailure: OnFailure;
  /** Gets the hook's input and answers with what a program would print; `undefined`: nothing to say. */
  readonly run: (input: unknown, signal: AbortSignal) => Promise<object | undefined>;
}

export type Hook = ConfiguredHook | CallbackHook;

/** What a hook does, in a few words: its command, address, prompt or name. */
export function hookText(hook: Hook): string {
  switch (hook.type) {
    case 'command':
      return oneLine([hook.command, ...(hook.args ?? [])].join(' '), 300);
    case 'http':
      return oneLine(withoutQuery(hook.url), 300);
    case 'mcp_tool':
      return `mcp__${hook.server}__${hook.tool}`;
    case 'callback':
      return hook.name;
    default:
      return oneLine(hook.prompt, 300);
  }
}

/** How sentences name a hook: `the hook “sh guard.sh” (ci/policy.yml:12)`. */
export function namedHook(hook: Hook): string {
  const { source } = hook;
  const place = source === undefined ? '' : ` (${source.file}:${source.line})`;
  return `the hook “${oneLine(hookText(hook), 120)}”${place}`;
}

/** A query may hold a key. */
function withoutQuery(url: string): string {
  return url.replace(/\?.*$/su, '?…');
}

/** One run of a hook, for the transcript (`system/hook_response`). */
export interface HookRun {
  readonly hookId: string;
  readonly hookName: string;
  readonly hookEvent: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
  readonly outcome: 'success' | 'error' | 'cancelled';
  readonly durationMs: number;
  /** The hook that ran, in words, where it changed the input to another. */
  readonly changedInput?: string | undefined;
  /** Its failure or objection, where that changes nothing: a guard that is passed over has to be seen. */
  readonly passedOver?: string | undefined;
  /** What the hook wants people to be told. */
  readonly systemMessage?: string | undefined;
}

/** One hook that ran, with what it said. */
export interface AnsweredHook {
  readonly hook: Hook;
  readonly answer: HookAnswer;
  readonly run: HookRun;
}
