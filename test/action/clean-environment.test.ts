import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/repository.ts';

const door = join(import.meta.dirname, '../../src/action/clean-environment.ts');

/** Runs a script that goes through the door and prints what it and a child of it can see. */
function behindTheDoor(variables: Record<string, string>): Record<string, unknown> {
  const script = join(temporaryFolder(), 'door.ts');
  writeFileSync(
    script,
    `import { enterCleanEnvironment } from ${JSON.stringify(door)};
import { execFileSync } from 'node:child_process';
const { variables, clean } = enterCleanEnvironment();
const child = execFileSync('sh', ['-c', \`cat /proc/*/environ 2>/dev/null
for fd in /proc/\${process.pid}/fd/*; do case "$(readlink "$fd")" in *unattended*) cat "$fd";; esac; done; env\`], { encoding: 'utf8', env: { PATH: variables.PATH } });
console.log(JSON.stringify({ pid: process.pid, clean, secret: variables.DOOR_SECRET, argument: process.argv[2], flags: process.execArgv, own: JSON.stringify(process.env), child }));`,
  );
  const out = execFileSync(process.execPath, [script, 'kept'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...variables },
  });
  return JSON.parse(out) as Record<string, unknown>;
}

test('a child that searches all of /proc finds no secret, and the action still has it', () => {
  const secret = `door-secret-${process.pid}-${Date.now()}`;
  const seen = behindTheDoor({ DOOR_SECRET: secret });
  expect(seen['clean']).toBe(true);
  expect(seen['secret']).toBe(secret);
  expect(seen['argument']).toBe('kept');
  expect(seen['own']).not.toContain(secret);
  expect(seen['child']).not.toContain(secret);
});

test('nothing of it stays in memory files', () => {
  // Others that run at the same time have theirs.
  const { pid } = behindTheDoor({ DOOR_SECRET: 'x'.repeat(20) });
  expect(readdirSync('/dev/shm').filter((name) => name.startsWith(`unattended-${pid}-`))).toEqual(
    [],
  );
});

test('a file named from outside is not taken over', () => {
  const file = join(temporaryFolder(), 'forged.json');
  writeFileSync(file, JSON.stringify({ DOOR_SECRET: 'forged', PATH: '/evil' }));
  const seen = behindTheDoor({ DOOR_SECRET: 'real-secret', UNATTENDED_ENVIRONMENT_FILE: file });
  expect(seen['secret']).toBe('real-secret');
});

test('the flags it comes with let Node take its own modules from the code cache', () => {
  const flags = behindTheDoor({})['flags'] as readonly string[];
  const modules = ['http', 'child_process', 'crypto', 'worker_threads'];
  const look = `const { internalBinding } = require('internal/test/binding');
${modules.map((name) => `require('${name}');`).join('')}
process.stdout.write(JSON.stringify([...internalBinding('builtins').getCacheUsage().compiledWithoutCache]));`;
  const compiled = execFileSync(
    process.execPath,
    ['--no-warnings', '--expose-internals', ...flags, '-e', look],
    { encoding: 'utf8' },
  );
  expect(flags).not.toEqual([]);
  expect(JSON.parse(compiled)).toEqual([]);
});
