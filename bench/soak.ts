import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { now } from '../test/fakes/anthropic-turn.ts';
import { CLIENTS, newJob } from './clients.ts';
import { median } from './figures/figure.ts';
import { type Recorded, residentMiB } from './measure.ts';

/*
 * node bench/soak.ts [--turns 2000]
 * One run of dist/ that reads page after page, 30 KB each: what a turn takes at its end as against its
 * beginning, and what memory it takes beyond what it had at its first request.
 */
const FILES = 100;
const PAGES = 20;
const LINES = 600;
const LINE = 43;
const WINDOW = 100;
const MOST_RATIO = 1.2;
const MOST_MIB = 150;
const SAMPLE_MS = 20;

const { values } = parseArgs({
  // The flags of `npm run bench` are not for this.
  args: import.meta.main ? process.argv.slice(2) : [],
  options: { turns: { type: 'string', default: '2000' } },
});
const turns = Number(values.turns);
const client = CLIENTS.find(({ name }) => name === 'ours');
if (!client) throw new Error('The client “ours” is gone.');

const workspace = newJob('');
const api = await startApi(layOut(workspace.workspace));
try {
  const job = { ...workspace, url: api.url };
  const policy = join(job.temp, 'soak.yml');
  writeFileSync(
    policy,
    'version: 1\nname: soak\nextends: read-only\nlimits: { max_turns: 100000, max_budget_usd: 100000, timeout_minutes: 300 }\n',
  );
  const { PATH = '', HOME = '' } = process.env;
  const [program, ...words] = client.command;
  const child = spawn(program, words, {
    cwd: job.workspace,
    env: { PATH, HOME, ...client.environment(job), INPUT_POLICY: policy },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const pid = child.pid ?? 0;
  const samples: { at: number; mib: number }[] = [];
  const timer = setInterval(() => samples.push({ at: now(), mib: residentMiB(pid) }), SAMPLE_MS);
  const code = await new Promise((resolve) => child.on('exit', resolve));
  clearInterval(timer);
  const answer = await fetch(`${api.url}/_fake/records`);
  const { requests, violations } = (await answer.json()) as {
    requests: Recorded[];
    violations: string[];
  };
  if (code !== 0 || violations.length > 0 || requests.length <= turns) {
    throw new Error(`exit ${code}, ${requests.length} requests: ${violations[0] ?? ''}`);
  }
  print(requests, samples, statSync(transcriptIn(job.temp)).size);
} finally {
  api.process.kill();
  rmSync(dirname(workspace.workspace), { recursive: true, force: true });
}

function print(
  requests: readonly Recorded[],
  samples: readonly { readonly at: number; readonly mib: number }[],
  bytes: number,
): void {
  const gaps = requests
    .slice(1)
    .map((request, index) => request.receivedAt - (requests[index]?.sent.endedAt ?? 0));
  const [first, last] = [median(gaps.slice(0, WINDOW)), median(gaps.slice(-WINDOW))];
  const begun = requests[0]?.receivedAt ?? 0;
  const start = samples.findLast(({ at }) => at <= begun)?.mib ?? Number.NaN;
  const peak = Math.max(...samples.map(({ mib }) => mib));
  const yes = (good: boolean) => (good ? 'yes' : '**no**');
  const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
  row(`soak of ${turns} turns with 30 KB each`, 'value', 'reached', 'target');
  row('---', '---', '---', '---');
  row(`first ${WINDOW} turns, median, ms`, first.toFixed(2), '–', '');
  row(`last ${WINDOW} turns, median, ms`, last.toFixed(2), '–', '');
  const ratio = last / first;
  row('last / first', ratio.toFixed(2), yes(ratio <= MOST_RATIO), `≤ ${MOST_RATIO}`);
  row('memory at the first request, MiB', start.toFixed(0), '–', '');
  row(
    'peak beyond it, MiB',
    (peak - start).toFixed(0),
    yes(peak - start <= MOST_MIB),
    `≤ ${MOST_MIB}`,
  );
  const most = Math.max(...requests.map((request) => request.bytes));
  row('largest request, KB', (most / 1000).toFixed(0), '–', '');
  row('transcript, MB', (bytes / 1e6).toFixed(0), '–', '');
}

/** The files to read, by name. */
function layOut(root: string): readonly string[] {
  mkdirSync(join(root, 'pages'));
  return Array.from({ length: FILES }, (_none, file) => {
    const lines = Array.from({ length: LINES * PAGES }, (_line, line) =>
      `file ${file} line ${line} `.padEnd(LINE, 'x'),
    );
    const path = join('pages', `${file}.txt`);
    writeFileSync(join(root, path), `${lines.join('\n')}\n`);
    return path;
  });
}

function transcriptIn(temp: string): string {
  const output = readFileSync(join(temp, 'output'), 'utf8');
  return /execution_file<<(\S+)\n(.*)\n\1/.exec(output)?.[2] ?? '';
}

async function startApi(
  files: readonly string[],
): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const script = join(import.meta.dirname, 'soak-api.ts');
  const flags = { turns, files: files.join(), pages: PAGES, lines: LINES };
  const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [script, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    return { url: (JSON.parse(line) as { url: string }).url, process: child };
  }
  throw new Error('The loopback API did not start.');
}
