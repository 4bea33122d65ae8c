import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import type { SignalPlan } from './plan.ts';

/** Sends the signals of a plan when what they wait for has come about. */
export class Signals {
  readonly sent: NodeJS.Signals[] = [];
  readonly #plan: SignalPlan | undefined;
  readonly #seen = new Map<string, number>();
  readonly #timer: NodeJS.Timeout | undefined;
  #pid: number | undefined;
  #isOver = false;

  constructor(plan: SignalPlan | undefined, root: string) {
    this.#plan = plan;
    if (plan?.at !== 'step') return;
    const ledger = join(root, 'ledger.txt');
    // A file can't tell who writes it: it is looked at.
    this.#timer = setInterval(() => {
      const lines = existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n').length - 1 : 0;
      if (lines >= plan.nth) this.#send(plan);
    }, 10);
  }

  /** The job runs. Only the first process counts: the post step is left alone. */
  start(pid: number): void {
    this.#pid ??= pid;
  }

  stop(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
  }

  saw(kind: SignalPlan['at']): void {
    const count = (this.#seen.get(kind) ?? 0) + 1;
    this.#seen.set(kind, count);
    if (this.#plan?.at === kind && this.#plan.nth === count) this.#send(this.#plan);
  }

  /** The answer, with the signal in the middle of it where the plan wants it there. */
  within(turn: FakeTurn): FakeTurn {
    if (this.#plan?.at !== 'half an answer' || turn.status || turn.deliver) return turn;
    const deliver = async (whole: Buffer, response: ServerResponse) => {
      const half = Math.floor(whole.length / 2);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      await new Promise((resolve) => response.write(whole.subarray(0, half), resolve));
      this.saw('half an answer');
      response.end(whole.subarray(half));
    };
    return { ...turn, deliver };
  }

  #send({ signals }: SignalPlan): void {
    if (this.#isOver || this.#pid === undefined || this.sent.length > 0) return;
    for (const signal of signals) {
      try {
        process.kill(this.#pid, signal);
        this.sent.push(signal);
      } catch {
        // It has ended.
      }
    }
  }
}
