import type { FakeTurn } from '../../test/fakes/anthropic-turn.ts';

export const done: FakeTurn = { content: [{ type: 'text', text: 'Done.' }] };

/** How long a model takes before its answer begins, at the least: what a client does meanwhile costs nothing. */
export const THINKS_MS = 300;

export const bash = (command: string) =>
  ({ type: 'tool_use', name: 'Bash', input: { command } }) as const;

export const reading = (workspace: string) =>
  ({ type: 'tool_use', name: 'Read', input: { file_path: `${workspace}/file.txt` } }) as const;
