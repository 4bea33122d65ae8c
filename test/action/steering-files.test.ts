import { join } from 'node:path';
import { expect, test } from 'vitest';
import { steeringFiles } from '../../src/action/steering-files.ts';
import { temporaryFolder } from '../fakes/repository.ts';

const command = (text: string, args?: string[]) => ({
  matcher: '',
  hooks: [{ type: 'command', command: text, args, onFailure: 'block' } as const],
});

test('what inputs name, its parents, and what hooks name', () => {
  const root = temporaryFolder();
  const files = steeringFiles({
    root,
    start: root,
    inputs: { settings: '{"x": 1}', prompt_file: './.ci/task.md', json_schema: '../out.json' },
    policy: {
      sources: ['.ci/policy.yml', '.ci/base.yml'],
      hooks: {
        PreToolUse: [
          command('"$CLAUDE_PROJECT_DIR"/ci/guard.sh --strict'),
          command('python3', ['ci/with blank.py']),
        ],
        Stop: [command(`cd x && ./end.sh; ${join(root, 'abs.sh')} > log`)],
      },
    },
  });
  for (const file of [
    '.ci/task.md',
    '.ci/policy.yml',
    '.ci/base.yml',
    'ci/guard.sh',
    'ci/with blank.py',
    'end.sh',
    'abs.sh',
  ]) {
    expect(files).toContain(file);
  }
  expect(files.filter((file) => /out\.json|x.: 1/.test(file))).toEqual([]);
});
