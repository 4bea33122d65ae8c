import type { Block, RequestBody } from '../fakes/anthropic-cache.ts';
import type { FakeBlock, FakeTurn } from '../fakes/anthropic-turn.ts';
import { callOf, type Step } from './steps.ts';

/**
 * Plays the model behind the loopback API: it asks for the steps that it has seen no result of, some at
 * a time, and is done when it has seen all. Who runs a step and then loses its result is asked for it again.
 */
export class ScriptedAgent {
  readonly #steps: readonly Step[];
  readonly #atOnce: number;
  readonly #seen = new Set<string>();
  /** The step of each call that it made, by the call's id. */
  readonly #asked = new Map<string, string>();
  readonly #used: string[] = [];

  constructor(steps: readonly Step[], atOnce: number) {
    this.#steps = steps;
    this.#atOnce = atOnce;
  }

  /** Everything was done, as far as it was told. */
  get isDone(): boolean {
    return this.#steps.every(({ name }) => this.#seen.has(name));
  }

  /** The id of a call that it made before; `undefined`: it made none yet. */
  get oldId(): string | undefined {
    return this.#used.at(-1);
  }

  answer(body: RequestBody, index: number): FakeTurn {
    this.#look(body);
    if (isQuestion(body)) return { content: [{ type: 'text', text: 'Summary: steps were done.' }] };
    const open = this.#steps.filter(({ name }) => !this.#seen.has(name)).slice(0, this.#atOnce);
    if (open.length === 0) return { content: [{ type: 'text', text: 'All of it is done.' }] };
    const calls = open.map((step, at) => {
      const id = `toolu_${index}_${at}`;
      this.#asked.set(id, step.name);
      this.#used.push(id);
      return callOf(step, id);
    });
    const before: FakeBlock[] =
      index % 2 === 0
        ? [{ type: 'thinking', thinking: `What next? ${index}` }]
        : [{ type: 'text', text: `Next: ${open.map(({ name }) => name).join(', ')}.` }];
    return { content: [...before, ...calls] };
  }

  #look({ messages }: RequestBody): void {
    const blocks = messages.flatMap(({ content }) =>
      typeof content === 'string' ? [] : (content as readonly Block[]),
    );
    for (const block of blocks) {
      // By the input as well: an id that was given twice comes back changed.
      if (block.type === 'tool_use') {
        const name = /\bs\d+\b/u.exec(JSON.stringify(block['input']))?.[0];
        if (name) this.#asked.set(String(block['id']), name);
      }
    }
    for (const block of blocks) {
      const name = this.#asked.get(String(block['tool_use_id']));
      if (block.type === 'tool_result' && name) this.#seen.add(name);
    }
  }
}

/** It is asked for words: a summary, or the last of a run that came to a limit. */
export function isQuestion(body: RequestBody): boolean {
  const last = JSON.stringify(body.messages.at(-1)?.content ?? '');
  return /This conversation no longer fits|no tool can be called any more/u.test(last);
}
