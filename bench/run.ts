import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { CLIENTS, type Client } from './clients.ts';
import { type Figure, median, type Scenario } from './figures/figure.ts';
import { SCENARIOS } from './figures/scenarios.ts';
import { type Run, runClient } from './measure.ts';

/*
 * npm run bench -- [--rounds 5] [--clients floor,floor-http,ours] [--only turns,output,rules]
 * Prints a Markdown table: medians over the rounds, clients in turn against one loopback API in a
 * process of its own. Times drift with the machine; ratios within a run hold. Then the parts that print
 * tables of their own. `--only` names scenarios and parts.
 */
const PARTS: Readonly<Record<string, () => Promise<unknown>>> = {
  cache: () => import('./cache.ts'),
  rules: () => import('./rules.ts'),
  decision: () => import('./decision.ts'),
  soak: () => import('./soak.ts'),
};
const NAMES = [...SCENARIOS.map(({ name }) => name), ...Object.keys(PARTS)];
const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    clients: { type: 'string', default: CLIENTS.map((client) => client.name).join() },
    only: { type: 'string', default: NAMES.join() },
  },
});
const clients = CLIENTS.filter((client) => values.clients.split(',').includes(client.name));
const only = values.only.split(',').map((name) => name.trim());
const unknown = only.find((name) => !NAMES.includes(name));
if (unknown !== undefined)
  throw new Error(`--only can’t be “${unknown}”: it takes ${NAMES.join(', ')}.`);
const scenarios = SCENARIOS.filter(({ name }) => only.includes(name));

if (scenarios.length > 0) await measureAll();
for (const [name, load] of Object.entries(PARTS)) if (only.includes(name)) await load();

type Row = readonly string[];

async function measureAll(): Promise<void> {
  const api = await startApi();
  try {
    const rows = [];
    for (const scenario of scenarios) rows.push(...(await measure(scenario, api.url)));
    print([...rows, distRow()]);
  } finally {
    api.process.kill();
  }
}

async function measure(scenario: Scenario, url: string): Promise<Row[]> {
  const runs = new Map<Client, Run[]>(clients.map((client) => [client, []]));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [client, done] of runs)
      done.push(checked(client, await runClient(client, url, scenario)));
  }
  return scenario.figures.map((figure) => rowOf(figure, runs));
}

/** A run that broke the protocol or failed is no measurement. */
function checked(client: Client, run: Run): Run {
  const wrong = run.violations[0] ?? (run.exitCode === 0 ? undefined : `exit code ${run.exitCode}`);
  if (wrong !== undefined) throw new Error(`${client.name}: ${wrong}\n${run.stderr}`);
  return run;
}

function rowOf(figure: Figure, runs: ReadonlyMap<Client, readonly Run[]>): Row {
  const medians = new Map(
    [...runs].map(([client, done]) => [client.name, median(done.map(figure.of))]),
  );
  const floor = medians.get('floor');
  const ours = medians.get('ours');
  const good = floor !== undefined && ours !== undefined && ours <= figure.limit(floor);
  const shown = (value: number | undefined) =>
    value === undefined || Number.isNaN(value)
      ? '–'
      : value.toLocaleString('en', { maximumFractionDigits: figure.digits });
  return [
    `${figure.name}, ${figure.unit}`,
    ...clients.map((client) => shown(medians.get(client.name))),
    floor && ours !== undefined ? (ours / floor).toFixed(2) : '–',
    verdict(ours === undefined ? undefined : good),
    figure.goal,
  ];
}

function verdict(good: boolean | undefined): string {
  if (good === undefined) return '–';
  return good ? 'yes' : '**no**';
}

/** Size of what a job checks out instead of installing. */
function distRow(): Row {
  let bytes = 0;
  try {
    for (const entry of readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size;
    }
  } catch {
    bytes = Number.NaN;
  }
  const size = Number.isNaN(bytes) ? '–' : (bytes / 1e6).toFixed(2);
  const cells = clients.map((client) => (client.name === 'ours' ? size : '0'));
  return [
    'installed in every job: dist, MB',
    ...cells,
    '–',
    verdict(Number.isNaN(bytes) ? undefined : bytes <= 5e6),
    '≤ 5',
  ];
}

function print(rows: readonly Row[]): void {
  const names = clients.map((client) => client.name);
  const head = ['figure', ...names, 'ours / floor', 'reached', 'target'];
  const line = (cells: Row) => `| ${cells.join(' | ')} |`;
  const [cpu] = cpus();
  console.log(
    `Medians of ${values.rounds} runs, Node ${process.versions.node}, ${cpus().length} × ${cpu?.model.trim()}.\n`,
  );
  console.log([line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'));
}

async function startApi(): Promise<{ url: string; process: ChildProcess }> {
  const fake = join(root, 'test/fakes/anthropic-api.ts');
  const api = spawn(process.execPath, [fake, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: api.stdout })) {
    return { url: (JSON.parse(line) as { url: string }).url, process: api };
  }
  throw new Error('The loopback API did not start.');
}
