import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWithTest } from '../fakes/end-with-test.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';
import { commandFile } from '../fakes/runner.ts';

export const LIBRARY = pathToFileURL(join(import.meta.dirname, '../../dist/library.js')).href;

interface Program {
  /** What stands behind the imports; `environment` is there. */
  readonly source: string;
  readonly imports?: string;
  /** How it gets `environment`. */
  readonly enter?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string>>;
  /** Starts it in another way than `node agent.mjs`. */
  readonly argv?: readonly [string, ...string[]];
}

export interface ProgramResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What it wrote into `result.json`; `undefined`: nothing. */
  readonly result: Readonly<Record<string, never>> | undefined;
  readonly transcript: readonly Record<string, unknown>[];
  readonly root: string;
  /** The outputs of its step. */
  readonly outputs: Readonly<Record<string, string>>;
}

const COMMAND_FILES = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'];

/** Starts a program that uses the library of `dist/`, in a repository of its own. */
export async function runProgram({
  source,
  imports = `import { enterCleanEnvironment, mcpServer, runJob, tool } from '${LIBRARY}';`,
  enter = 'enterCleanEnvironment()',
  files = {},
  variables = {},
  argv = [process.execPath, 'agent.mjs'],
}: Program): Promise<ProgramResult> {
  const repository = createRepository(files);
  const { root } = repository;
  const temp = temporaryFolder('library-');
  writeFileSync(
    join(root, 'agent.mjs'),
    `import { writeFileSync } from 'node:fs';
${imports}
const environment = ${enter};
const tell = (result) => writeFileSync('result.json', JSON.stringify(result));
${source}`,
  );
  for (const name of COMMAND_FILES) writeFileSync(join(temp, name), '');
  const [command, ...args] = argv;
  const child = spawn(command, args, {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: temp,
      RUNNER_TEMP: temp,
      GITHUB_WORKSPACE: root,
      ...Object.fromEntries(COMMAND_FILES.map((name) => [name, join(temp, name)])),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  endWithTest(child, temp);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const result = jsonIn(join(root, 'result.json')) as ProgramResult['result'];
  const path = result?.['transcript'];
  const transcript = path === undefined ? [] : (jsonIn(path) as Record<string, unknown>[]);
  const outputs = commandFile(join(temp, 'GITHUB_OUTPUT'));
  return { exitCode, stdout, stderr, result, transcript, root, outputs };
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
