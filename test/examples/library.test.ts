import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/repository.ts';
import { LIBRARY, runProgram } from '../runs/library-job.ts';
import { call, script } from '../runs/mcp-job.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const section = readme.split(/^## /m).find((part) => part.startsWith('As a library\n')) ?? '';
const [, example = ''] = /```js\n(.*?)```/s.exec(section) ?? [];
const [, imports = '', body = ''] = /^(.*?\n)(const environment.*)$/s.exec(example) ?? [];

test('the program in the README runs a job whose agent calls its tool', async () => {
  expect(imports).toContain("'./unattended/dist/library.js'");
  const { exitCode, stdout, stderr, transcript } = await runProgram({
    imports: imports.replace('./unattended/dist/library.js', LIBRARY),
    enter: /enterCleanEnvironment\(\)/.exec(body)?.[0] ?? '',
    source: `${body.replace(/^.*\n/, '').replace("prompt: '", "model: 'scripted:script.yml', prompt: '")}
writeFileSync('result.json', JSON.stringify({ transcript }));`,
    files: {
      'script.yml': script(
        call('ToolSearch', { query: 'select:mcp__tickets__find' }),
        call('mcp__tickets__find', { word: 'sum' }),
      ),
    },
    variables: { TICKETS_TOKEN: 'tok_FAKE-0123456789' },
  });
  expect(stderr).toBe('');
  expect(stdout).toContain('completed');
  expect(exitCode).toBe(0);
  expect(JSON.stringify(transcript)).toContain('#12 The sum is off by one');
});

const PROGRAM = `
import { enterCleanEnvironment, type JobResult, mcpServer, runJob, tool } from 'unattended';
import * as z from 'zod';

const environment = enterCleanEnvironment();
const typed = tool({
  name: 'add',
  description: 'Adds.',
  inputSchema: z.object({ a: z.number(), b: z.number().default(1) }),
  run: ({ a, b }, { signal, progress }) => {
    const sum: number = a + b;
    progress(1, 2, 'half');
    return signal.aborted ? { content: [], isError: true } : String(sum);
  },
});
const plain = tool({ name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' }, run: (input) => String(input['text']) });
const result: JobResult = await runJob({
  environment,
  servers: [mcpServer('own', [typed, plain])],
  inputs: { prompt: 'x', max_turns: 3, dry_run: true, allowed_tools: ['mcp__own'], model: environment.variables['MODEL'] },
});
process.exitCode = result.verdict.exitCode;
`;

/** Compiles a program as its author would, with the package among the modules. */
function compile(source: string): string {
  const folder = temporaryFolder('library-types-');
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules/unattended'));
  for (const name of ['zod', '@types/node'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'agent.ts'), source);
  const compiler = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const options =
    '--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2023 --types node agent.ts';
  try {
    execFileSync(process.execPath, [join(compiler, 'bin/tsc'), ...options.split(' ')], {
      cwd: folder,
      encoding: 'utf8',
    });
    return '';
  } catch (error) {
    return String(Object(error).stdout);
  }
}

test('a program compiles against the types beside the bundle, and mistakes do not', () => {
  expect(compile(PROGRAM)).toBe('');
  const wrong = PROGRAM.replace('a: z.number()', 'a: z.string()')
    .replace('max_turns: 3', 'max_turns: {}')
    .replace('verdict.exitCode', 'verdict.exitcode');
  const told = compile(wrong);
  for (const words of ["'string' is not assignable to type 'number'", "'{}'", "'exitcode'"])
    expect(told).toContain(words);
});
