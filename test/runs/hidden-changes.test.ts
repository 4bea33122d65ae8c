import { expect, test } from 'vitest';
import { deliveryStage } from '../fakes/delivery-run.ts';

test('what a command hides from git is delivered all the same', async () => {
  const hidden = await deliveryStage();
  const seen = await hidden.run(
    'git update-index --assume-unchanged a.txt; echo "*" > .git/info/exclude; git config core.worktree /tmp; echo mended > a.txt; echo n > new.txt',
    { deliver: 'commit' },
  );
  expect(seen.outputs).toMatchObject({ stop_reason: 'completed', conclusion: 'success' });
  expect(hidden.github.git('show', 'topic:a.txt')).toBe('mended');
  expect(hidden.github.git('show', 'topic:new.txt')).toBe('n');
});

test('what git can’t take as it lies there is kept as a patch, and told', async () => {
  const broken = await deliveryStage();
  const told = await broken.run(
    'echo "*.txt working-tree-encoding=UTF-16" > .gitattributes; printf abc > a.txt',
    { deliver: 'commit' },
  );
  expect(told.outputs).toMatchObject({ stop_reason: 'delivery_failed', conclusion: 'failure' });
  expect(told.outputs['patch_file']).not.toBe('');
  expect(told.summary).toContain('UTF-16');
});

test('a run of which nobody knows what it changed is no success', async () => {
  const lost = await deliveryStage();
  const unknown = await lost.run('echo x > a.txt; printf x > .git/index', { deliver: 'none' });
  expect(unknown.outputs).toMatchObject({ stop_reason: 'error', conclusion: 'failure' });
  expect(unknown.summary).toContain('What changed could not be measured');
});
