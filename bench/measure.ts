import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RecordedRequest } from '../test/fakes/anthropic-api.ts';
import { type FakeTurn, now } from '../test/fakes/anthropic-turn.ts';
import { type Client, newJob } from './clients.ts';

export type Recorded = Pick<RecordedRequest, 'bytes' | 'receivedAt' | 'status' | 'cache'> & {
  readonly tools: number;
  readonly sent: { readonly blockEnds: readonly number[]; readonly endedAt: number };
  /** Text of the results in its last message. */
  readonly told: string;
};

/** One run of a client. Times are epoch ms with fractions, memory MiB, CPU seconds. */
export interface Run {
  readonly spawnedAt: number;
  readonly exitedAt: number;
  /** When a file of its temporary folder was written last; NaN: it wrote none. */
  readonly lastWriteAt: number;
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly requests: readonly Recorded[];
  readonly violations: readonly string[];
  readonly peakMiB: number;
  readonly cpuSeconds: number;
}

interface Played {
  readonly turns: (workspace: string) => readonly FakeTurn[];
  /** Variables that a client may know. */
  readonly inputs?: Readonly<Record<string, string>>;
}

const SAMPLE_MS = 10;

/** Runs a client once against the fake API at `url`, which plays the turns. */
export async function runClient(
  client: Client,
  url: string,
  { turns, inputs = {} }: Played,
): Promise<Run> {
  const job = newJob(url);
  await fetch(`${url}/_fake/turns`, { method: 'POST', body: JSON.stringify(turns(job.workspace)) });
  const { PATH = '', HOME = '' } = process.env;
  const [program, ...words] = client.command;
  const spawnedAt = now();
  const child = spawn(program, words, {
    cwd: job.workspace,
    env: { PATH, HOME, ...client.environment(job), ...inputs },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-4000);
  });
  const meter = new Meter(child.pid ?? 0);
  const timer = setInterval(() => meter.sample(), SAMPLE_MS);
  const { exitCode, exitedAt } = await new Promise<Pick<Run, 'exitCode' | 'exitedAt'>>((resolve) =>
    child.on('exit', (code) => resolve({ exitCode: code, exitedAt: now() })),
  );
  clearInterval(timer);
  const answer = await fetch(`${url}/_fake/records`);
  const { requests, violations } = (await answer.json()) as Pick<Run, 'requests' | 'violations'>;
  const lastWriteAt = lastWriteIn(job.temp);
  const wrong = [...violations, ...denialsIn(job.temp)];
  await rm(dirname(job.workspace), { recursive: true, force: true });
  const { peakMiB, cpuSeconds } = meter;
  const times = { spawnedAt, exitedAt, lastWriteAt };
  return { ...times, exitCode, stderr, requests, violations: wrong, peakMiB, cpuSeconds };
}

/** A call that was denied did nothing: what is measured would be something else. */
function denialsIn(temp: string): string[] {
  const denied = /^permission_denials<<(\S+)\n(.*)\n\1/mu.exec(read(join(temp, 'output')))?.[2];
  return denied === undefined || denied === '[]' ? [] : [`Calls were denied: ${denied}`];
}

function lastWriteIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const times = files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs);
  return times.length === 0 ? Number.NaN : Math.max(...times);
}

/** Peak memory and CPU of a process and its children, read from /proc while it runs. */
class Meter {
  peakMiB = 0;
  cpuSeconds = 0;
  readonly #pid: number;

  constructor(pid: number) {
    this.#pid = pid;
  }

  sample(): void {
    const tree = treeOf(this.#pid);
    const memory = tree.map(residentMiB).reduce((sum, one) => sum + one, 0);
    this.peakMiB = Math.max(this.peakMiB, memory, peakOf(this.#pid));
    this.cpuSeconds = Math.max(this.cpuSeconds, cpuOf(this.#pid));
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function treeOf(pid: number): number[] {
  let tasks: string[] = [];
  try {
    tasks = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  const children = tasks.flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(treeOf)];
}

const PAGE_MIB = 4096 / 1024 / 1024;
const TICKS_PER_SECOND = 100;

export function residentMiB(pid: number): number {
  return Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE_MIB;
}

function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/u.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

/** User and system time, that of children waited for included. */
function cpuOf(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  const ticks = [11, 12, 13, 14].map((index) => Number(fields[index] ?? 0));
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
}
