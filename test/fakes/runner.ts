import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { endWithTest } from './end-with-test.ts';
import { temporaryFolder } from './repository.ts';
import { schemaFaults } from './transcript-schema.ts';

const DIST = join(import.meta.dirname, '../../dist');

export interface RunnerJob {
  readonly workspace: string;
  /** `with:`, by the names in action.yml; what the runner fills in by default is filled in here too. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly event?: { readonly name: string; readonly payload: unknown };
  readonly variables?: Readonly<Record<string, string>>;
  /** Files in the home folder. */
  readonly home?: Readonly<Record<string, string>>;
  /** Told about the process as soon as it runs. */
  readonly onStart?: (child: { readonly pid: number }) => void;
  /** Called with each piece of stdout. */
  readonly onOutput?: (text: string) => void;
  /** Nobody reads its output any more after so many characters. Absent: all is read. */
  readonly deafAfter?: number;
  readonly node?: string;
  /** Another build than the one here. */
  readonly dist?: string;
  /** Options for Node itself. */
  readonly nodeOptions?: readonly string[];
}

export interface RunnerResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly state: Readonly<Record<string, string>>;
  /** The messages of transcript.json; empty when there is none. */
  readonly transcript: readonly Record<string, unknown>[];
  /** The folder that the job's temporary files went to. */
  readonly temp: string;
  /** Runs the post step as the runner would after this. */
  readonly post: () => Promise<RunnerResult>;
}

const DEFAULTS = {
  policy: 'read-only',
  comment: 'auto',
  display_report: 'true',
  show_full_output: 'false',
  dry_run: 'false',
};

/** Starts `dist/main.js` as GitHub's runner does: variables, files, exit code. */
export async function runAction(job: RunnerJob): Promise<RunnerResult> {
  const temp = temporaryFolder('unattended-runner-');
  const inputs = { ...DEFAULTS, ...job.inputs };
  const variables: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: temp,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: job.workspace,
    GITHUB_REPOSITORY: 'octo/app',
    GITHUB_WORKFLOW: 'ci',
    GITHUB_JOB: 'fix',
    GITHUB_RUN_ID: '42',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_API_URL: 'http://127.0.0.1:9',
    RUNNER_TEMP: join(temp, '_temp'),
    RUNNER_OS: 'Linux',
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
  };
  mkdirSync(join(temp, '_temp'));
  for (const [path, content] of Object.entries(job.home ?? {})) {
    mkdirSync(dirname(join(temp, path)), { recursive: true });
    writeFileSync(join(temp, path), content);
  }
  for (const name of ['OUTPUT', 'STATE', 'ENV', 'PATH', 'STEP_SUMMARY']) {
    variables[`GITHUB_${name}`] = join(temp, name.toLowerCase());
    writeFileSync(join(temp, name.toLowerCase()), '');
  }
  if (job.event) {
    variables['GITHUB_EVENT_NAME'] = job.event.name;
    variables['GITHUB_EVENT_PATH'] = join(temp, 'event.json');
    const { payload } = job.event;
    writeFileSync(
      join(temp, 'event.json'),
      typeof payload === 'string' ? payload : JSON.stringify(payload),
    );
  }
  return step('main.js', { ...variables, ...job.variables }, temp, job);
}

async function step(
  script: string,
  variables: Record<string, string>,
  temp: string,
  job: RunnerJob,
): Promise<RunnerResult> {
  const words = [...(job.nodeOptions ?? []), join(job.dist ?? DIST, script)];
  const child = spawn(job.node ?? process.execPath, words, {
    env: variables,
    cwd: job.workspace,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  endWithTest(child, variables['RUNNER_TEMP']);
  if (child.pid !== undefined) job.onStart?.({ pid: child.pid });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    job.onOutput?.(text);
    if (stdout.length > (job.deafAfter ?? Number.POSITIVE_INFINITY)) child.stdout.destroy();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const state = commandFile(variables['GITHUB_STATE']);
  return {
    exitCode,
    stdout,
    stderr,
    outputs: commandFile(variables['GITHUB_OUTPUT']),
    summary: readIfThere(variables['GITHUB_STEP_SUMMARY']),
    state,
    transcript: transcriptIn(variables['RUNNER_TEMP'] ?? temp),
    temp,
    post: () => {
      const handed = Object.entries(state).map(([name, value]) => [`STATE_${name}`, value]);
      return step('post.js', { ...variables, ...Object.fromEntries(handed) }, temp, job);
    },
  };
}

/** Reads `name=value` and `name<<DELIMITER` as the runner does; a line that is neither is an error there and here. */
export function commandFile(path: string | undefined): Record<string, string> {
  const lines = readIfThere(path).split('\n');
  const values: Record<string, string> = {};
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    const block = /^([^=<]+)<<(.+)$/.exec(line);
    const plain = /^([^=]+)=(.*)$/.exec(line);
    if (block) {
      const end = lines.indexOf(block[2] ?? '', at + 1);
      if (end === -1) throw new Error(`No end of ${line}`);
      values[block[1] ?? ''] = lines.slice(at + 1, end).join('\n');
      at = end;
    } else if (plain) values[plain[1] ?? ''] = plain[2] ?? '';
    else throw new Error(`The runner can't read the line ${line}`);
  }
  return values;
}

function transcriptIn(folder: string): Record<string, unknown>[] {
  const runs = join(folder, 'unattended');
  if (!existsSync(runs)) return [];
  for (const run of readdirSync(runs)) {
    const text = readIfThere(join(runs, run, 'transcript.json'));
    if (text === '') continue;
    const transcript = JSON.parse(text) as Record<string, unknown>[];
    const faults = schemaFaults(transcript);
    if (faults.length > 0)
      throw new Error(`The transcript isn't as its schema says:\n${faults.join('\n')}`);
    return transcript;
  }
  return [];
}

function readIfThere(path: string | undefined): string {
  return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : '';
}
