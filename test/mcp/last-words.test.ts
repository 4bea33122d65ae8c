import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { failureWords } from '../../src/mcp/connection/server-words.ts';
import { temporaryFolder } from '../fakes/repository.ts';

const words = (written: string) => failureWords(new Error('Connection closed'), written);

test('a program that Node can’t find is named in what is told of its server', () => {
  const cwd = temporaryFolder('no-program-');
  const { stderr } = spawnSync(process.execPath, ['tools/gone.js'], { cwd, encoding: 'utf8' });
  expect(stderr.length).toBeGreaterThan(700);
  expect(words(stderr)).toContain(`Error: Cannot find module '${cwd}/tools/gone.js'`);
  expect(words(stderr)).not.toContain(' at ');
});

test('of much that was written the last whole lines are told', () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index} of what it wrote`);
  const told = words(lines.join('\n'));
  expect(told).toMatch(/It said: line \d+ of what it wrote line/);
  expect(told.endsWith('line 99 of what it wrote')).toBe(true);
  expect(told.length).toBeLessThan(700);
});

test('a line without an end is told from its beginning, nothing as nothing', () => {
  expect(words(`first\nfailed because ${'x'.repeat(9_000)}`)).toMatch(
    /It said: failed because x+…$/,
  );
  expect(words(' \n ')).toBe('Connection closed.');
});

test('a command with blanks is told where its words belong', () => {
  const path = 'npx -y server';
  const error = Object.assign(new Error(), { code: 'ENOENT', syscall: `spawn ${path}`, path });
  expect(failureWords(error, '')).toBe(
    'There is no program “npx -y server”: what stands behind the first blank belongs into `args`.',
  );
});
