import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unattended } from '../fakes/command.ts';
import { createRepository } from '../fakes/repository.ts';

const SECRET = 'correct-horse-battery-staple';

const SCRIPT = `version: 1
turns:
  - calls:
      - { tool: Write, input: { file_path: fine.txt, content: "x" } }
      - { tool: Write, input: { file_path: key.txt, content: "${SECRET}" } }
  - text: The key is ${SECRET}.
`;

test('a secret given as a flag is one: not shown, not delivered', async () => {
  const repository = createRepository({ 'script.yml': SCRIPT });
  const done = await unattended(
    [
      ...['run', '--prompt', 'x', '--policy', 'pr-fix', '--model', 'scripted:script.yml'],
      ...['--deliver', 'patch', '--anthropic-api-key', SECRET, '--json'],
    ],
    { cwd: repository.root, env: { RUNNER_TEMP: join(repository.root, '.git') } },
  );
  expect(done.stdout + done.stderr).not.toContain(SECRET);
  const { stop_reason, patch_file } = JSON.parse(done.stdout) as Record<string, string>;
  expect(stop_reason).toBe('delivery_failed');
  const patch = readFileSync(patch_file ?? '', 'utf8');
  expect(patch).toContain('fine.txt');
  expect(patch).not.toContain('key.txt');
});
