import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlayedHooks } from './play-hooks.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a played fixture did, in the words of its expectations. */
export function effectsOf({ root, result, fixture, server }: PlayedHooks) {
  const { transcript } = result;
  const of = (subtype: string) => transcript.filter((message) => message['subtype'] === subtype);
  const { expect } = fixture;
  return {
    stopReason: result.outputs['stop_reason'] ?? stopReasonIn(transcript),
    decisions: of('permission_decision').map(decisionLine),
    decided: JSON.stringify(of('permission_decision')),
    updated: of('permission_decision').flatMap(({ updated_input: input }) =>
      input === undefined ? [] : [plain(input, root, result.temp)],
    ),
    files: mapKeys(expect.files, (path) =>
      plain(textOf(join(root, path))?.trimEnd() ?? null, root, result.temp),
    ),
    json: mapKeys(expect.json, (path) => plain(jsonOf(join(root, path)), root, result.temp)),
    told: toldTo(transcript).join('\n---\n'),
    runs: of('hook_response').map(runLine),
    notices: of('informational').map(({ content }) => String(content)),
    warnings: of('informational').filter(({ level }) => level === 'warning').length,
    log: result.stdout + result.stderr,
    turns: transcript.filter(({ type }) => type === 'assistant').length,
    everything:
      result.stdout + result.stderr + JSON.stringify(transcript) + JSON.stringify(result.outputs),
    sent: JSON.stringify(server.received),
  };
}

/** `deny Bash by hook`, `allow Bash by ask_policy (asked: no_rule)` */
function decisionLine(message: Fields): string {
  const { behavior, tool_name, decided_by, asked_because } = message;
  const because = asked_because === undefined ? '' : ` (asked: ${String(asked_because)})`;
  return `${behavior} ${tool_name} by ${(decided_by as { step: string }).step}${because}`;
}

/** `PreToolUse:Bash success 0` */
function runLine({ hook_name, outcome, exit_code }: Fields): string {
  return [hook_name, outcome, exit_code].filter((part) => part !== undefined).join(' ');
}

/** A killed job has set no outputs; the transcript that its post step made says why it ended. */
function stopReasonIn(transcript: readonly Fields[]): unknown {
  const result = transcript.findLast(({ type }) => type === 'result');
  return (result?.['unattended'] as Fields | undefined)?.['stop_reason'];
}

/** Every text that the model was sent, results of calls included. */
function toldTo(transcript: readonly Fields[]): string[] {
  return transcript
    .filter(({ type }) => type === 'user')
    .flatMap(({ message }) => textsIn((message as { content: unknown }).content));
}

function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: Fields) =>
    block['type'] === 'text' ? [String(block['text'])] : textsIn(block['content']),
  );
}

/** With what differs from run to run named by its kind. */
function plain(value: unknown, root: string, temp: string): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item, root, temp));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, inner]) => {
      return [key, key === 'duration_ms' ? typeof inner : plain(inner, root, temp)] as const;
    });
    return Object.fromEntries(entries);
  }
  if (typeof value !== 'string') return value;
  return value
    .replaceAll(root, '<workspace>')
    .replaceAll(temp, '<temp>')
    .replace(/<temp>\/_temp\/unattended\/[0-9a-f-]{36}/g, '<run>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>');
}

function jsonOf(path: string): unknown {
  const text = textOf(path);
  return text === undefined ? null : JSON.parse(text);
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function mapKeys<T>(record: Readonly<Record<string, unknown>>, of: (key: string) => T) {
  return Object.fromEntries(Object.keys(record).map((key) => [key, of(key)]));
}
