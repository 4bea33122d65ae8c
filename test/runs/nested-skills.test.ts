import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRepository } from '../fakes/repository.ts';
import { play, read, scriptOf, skill } from './knowledge-job.ts';

describe('skills of packages alone', () => {
  const files = {
    'README.md': 'x\n',
    'packages/x/a.ts': 'export {};\n',
    'packages/x/.claude/skills/lint/SKILL.md': '---\ndescription: Lints x\n---\nLint with care.\n',
  };

  test('are listed when their folder is read, and can be called', async () => {
    const repository = createRepository(files);
    const { first, later, init, result } = await play(repository, {
      turns: [[skill('lint')], [read('packages/x/a.ts')], [skill('lint')], [skill('x:lent')]],
    });
    expect(init['tools']).toContain('Skill');
    expect(init['skills']).toEqual([]);
    expect(first).not.toContain('lint');
    expect(later).toContain(
      'There is no skill lint. There are none so far: a folder’s own come up when one of its files is read.',
    );
    expect(later).toContain('- lint: Lints x');
    expect(later).toContain('Lint with care.');
    expect(later).toContain('There is no skill x:lent. Did you mean lint?');
    expect(result.outputs['stop_reason']).toBe('completed');
  });

  test('also in a further work tree of the repository', async () => {
    const repository = createRepository(files);
    const root = join(repository.root, 'further');
    repository.git('worktree', 'add', '--quiet', '--detach', root);
    const { init } = await play({ ...repository, root }, {});
    expect(init['tools']).toContain('Skill');
  });

  test('that a pull request brings are not there', async () => {
    const { ['packages/x/.claude/skills/lint/SKILL.md']: text, ...others } = files;
    const turns = [[read('packages/x/a.ts')], [skill('lint')]];
    const script = scriptOf(turns);
    const repository = createRepository({ ...others, 'unattended-script.json': script });
    const base = repository.git('rev-parse', 'HEAD').trim();
    repository.write('packages/x/.claude/skills/lint/SKILL.md', text);
    repository.commit('head');
    const { later } = await play(repository, { base });
    expect(later).toContain('There is no skill lint');
    expect(later).not.toContain('Lint with care.');
  });
});

test('of one name in several folders each is there by its path, which rules name', async () => {
  const one = (about: string) => `---\ndescription: ${about}\n---\nDo it for ${about}.\n`;
  const repository = createRepository({
    '.claude/skills/lint/SKILL.md': one('all'),
    'apps/web/.claude/skills/lint/SKILL.md': one('the app'),
    'apps/web/a.ts': '',
    'libs/web/.claude/skills/lint/SKILL.md': one('the library'),
    'libs/web/a.ts': '',
  });
  const { later, result } = await play(repository, {
    inputs: { disallowed_tools: 'Skill(libs/web:lint)' },
    turns: [
      [read('apps/web/a.ts'), read('libs/web/a.ts')],
      [skill('apps/web:lint'), skill('libs/web:lint')],
      [skill('lint')],
    ],
  });
  expect(later).toContain('- apps/web:lint: the app');
  expect(later).toContain('Do it for the app.');
  expect(later).not.toContain('Do it for the library.');
  expect(result.outputs['permission_denials']).toContain('Skill(libs/web:lint)');
  expect(later).toMatch(
    /Do it for all\.\n\nFolders have skills of this name too: apps\/web:lint and libs\/web:lint\. Call one/,
  );
});

test('what a skill can’t have is told once, and a key that looks like one that forbids is refused', async () => {
  const repository = createRepository({
    '.claude/skills/a/SKILL.md': '---\ndescription: [1,\nmodel: opus\n---\nDo a.\n',
    '.claude/skills/b/SKILL.md': '---\ndescription: B\ndisallowedTools: Bash\n---\nDo b.\n',
  });
  const { later, notices, init } = await play(repository, {
    turns: [[skill('a')], [skill('a')], [skill('b')]],
  });
  expect(notices.split('`model` has no effect here')).toHaveLength(2);
  expect(notices.split('.claude/skills/a/SKILL.md:2: The value of `description`')).toHaveLength(2);
  expect(init['skills']).toEqual(['a']);
  expect(later).toContain('looks like `disallowed-tools`');
  expect(later).not.toContain('Do b.');
});
