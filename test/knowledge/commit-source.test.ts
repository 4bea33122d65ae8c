import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitIn } from '../../src/github/git.ts';
import { commitSource } from '../../src/github/knowledge/commit-source.ts';
import { workTreeSource } from '../../src/github/knowledge/work-tree-source.ts';
import { type KnowledgeSource, placesOf } from '../../src/knowledge/source.ts';
import { createRepository } from '../fakes/repository.ts';

/** The same repository as it lies there, and as its commit has it. */
function bothSources(): [string, KnowledgeSource][] {
  const repository = createRepository({
    'AGENTS.md': 'Agents.\n',
    'shared/rules/one.md': 'One.\n',
    'shared/run.sh': 'true\n',
    '.claude/skills/a/SKILL.md': 'A\n',
  });
  const { root } = repository;
  mkdirSync(join(root, 'pkg'));
  symlinkSync('AGENTS.md', join(root, 'CLAUDE.md'));
  symlinkSync('../shared/rules', join(root, '.claude/rules'));
  symlinkSync('../../../shared/run.sh', join(root, '.claude/skills/a/run.sh'));
  symlinkSync('../..', join(root, '.claude/skills/loop'));
  symlinkSync('/etc/passwd', join(root, 'CLAUDE.local.md'));
  symlinkSync('../.claude', join(root, 'pkg/.claude'));
  const sha = repository.commit('links');
  const git = gitIn(root, { PATH: process.env['PATH'] ?? '' }, '/nowhere');
  return [
    ['tree', workTreeSource({ root, shownAs: '', inPlace: true })],
    ['commit', commitSource({ root, sha, present: async () => {} }, git)],
  ];
}

test('links are followed inside, told where they lead out, and end in circles', async () => {
  for (const [name, source] of bothSources()) {
    const { files, problems } = await source.list(['', 'pkg'].flatMap(placesOf));
    for (const file of [
      'CLAUDE.md',
      '.claude/rules/one.md',
      '.claude/skills/a/run.sh',
      'pkg/.claude/rules/one.md',
    ])
      expect(files, name).toContain(file);
    expect(problems.join('\n'), name).toContain('CLAUDE.local.md is a link that leads out');
    const texts = await source.read(['CLAUDE.md', 'pkg/.claude/rules/one.md', 'missing.md']);
    expect(Object.fromEntries(texts), name).toEqual({
      'CLAUDE.md': 'Agents.\n',
      'pkg/.claude/rules/one.md': 'One.\n',
    });
    const [run] = await source.supporting(['.claude/skills/a/run.sh'], '.claude/skills/a');
    expect(Buffer.from(run?.bytes ?? []).toString(), name).toBe('true\n');
  }
});

test('a commit says nothing of what lies in the work tree', async () => {
  const [, [, source] = expect.fail()] = bothSources();
  writeFileSync(join(source.root, 'CLAUDE.md'), 'EVIL\n');
  const texts = await source.read(['CLAUDE.md', 'AGENTS.md']);
  expect([...texts.values()].join()).not.toContain('EVIL');
});
