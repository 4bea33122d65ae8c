import { setTimeout as sleep } from 'node:timers/promises';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { groupRuns, signalGroup } from '../../base/kill-group.ts';
import { type PipedChild, spawnPiped } from '../../base/spawn-piped.ts';
import { endServer } from './end-server.ts';
import { lineReader } from './line-reader.ts';

export interface ServerProgram {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** What is kept of a server's complaints: the end, which says why it ended, characters. */
const STDERR_TAIL = 8_192;
/** How long a server that ends is listened to, ms. */
const LAST_WORDS_MS = 1_000;
/** Some servers log to their output; one that does nothing else is none. */
const MAX_STRAY_LINES = 1_000;

/**
 * Talks with a program over its standard streams. It gets a process group of its own, so that all it starts ends
 * with it, and exactly the environment that it is given. The SDK's own transport would leave its children behind.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #program: ServerProgram;
  readonly #parse: (line: string) => JSONRPCMessage;
  #child: PipedChild | undefined;
  #stderr = '';
  #endedFor: Error | undefined;
  #strayLines = 0;
  #closed = false;

  /** @param parse reads one message; throws for what is none. */
  constructor(program: ServerProgram, parse: (line: string) => JSONRPCMessage) {
    this.#program = program;
    this.#parse = parse;
  }

  /** The last that it wrote to standard error. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Why it was ended here; `undefined`: it was not. */
  get endedFor(): Error | undefined {
    return this.#endedFor;
  }

  /** @throws Error of the system when the program can't be started. */
  async start(): Promise<void> {
    const { argv, cwd, env } = this.#program;
    const detached = process.platform !== 'win32';
    const options = { cwd, env, detached, windowsHide: true };
    const child = spawnPiped(argv, options, { stdin: true, note: false });
    this.#child = child;
    const lines = lineReader();
    child.stdin?.on('error', () => {});
    child.stderr?.on('error', () => {}).on('data', (chunk: Buffer) => this.#complain(chunk));
    child.stdout
      ?.on('error', () => {})
      .on('data', (chunk: Buffer) => {
        try {
          for (const line of lines.push(chunk)) this.#take(line);
        } catch (error) {
          this.#endedFor ??= error as Error;
          this.onerror?.(error as Error);
          void this.close();
        }
      });
    await new Promise<void>((resolve, reject) => {
      child.process.once('spawn', resolve);
      child.process.once('error', reject);
    });
    child.process.once('exit', () => this.#ended());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#child ?? {};
    if (this.#closed || !stdin?.writable) throw new Error('The server is no longer there.');
    const error = await new Promise<Error | null | undefined>((resolve) => {
      stdin.write(`${JSON.stringify(message)}\n`, resolve);
    });
    if (!error) return;
    await this.#lastWords();
    throw error;
  }

  async close(): Promise<void> {
    if (this.#child) await endServer(this.#child.process);
    this.#tellClosed();
  }

  #take(line: string): void {
    if (line.trim() === '' || this.#closed) return;
    let message: JSONRPCMessage;
    try {
      message = this.#parse(line);
    } catch (cause) {
      this.#strayLines += 1;
      if (this.#strayLines <= MAX_STRAY_LINES) return;
      throw new Error(`More than ${MAX_STRAY_LINES} lines of its output are no messages`, {
        cause,
      });
    }
    this.onmessage?.(message);
  }

  /** A program that closes its input is at its end: what it says on the way comes before the failure. */
  async #lastWords(): Promise<void> {
    const { stderr } = this.#child ?? {};
    if (!stderr || stderr.closed) return;
    const closed = new Promise((resolve) => stderr.once('close', resolve));
    await Promise.race([closed, sleep(LAST_WORDS_MS, undefined, { ref: false })]);
  }

  #complain(chunk: Buffer): void {
    this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-STDERR_TAIL);
  }

  /** What it started must not outlive it; what it still had to say comes first. */
  #ended(): void {
    const { pid } = this.#child?.process ?? {};
    if (pid !== undefined && groupRuns(pid)) signalGroup(pid, 'SIGKILL');
    const { stdout } = this.#child ?? {};
    if (!stdout || stdout.closed) {
      this.#tellClosed();
      return;
    }
    const timer = setTimeout(() => stdout.destroy(), 150);
    stdout.once('close', () => {
      clearTimeout(timer);
      this.#tellClosed();
    });
  }

  #tellClosed(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#child?.stderr?.destroy();
    this.#child?.stdout?.destroy();
    this.onclose?.();
  }
}
