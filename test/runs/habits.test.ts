import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRepository, type TestRepository } from '../fakes/repository.ts';
import { play, read } from './knowledge-job.ts';

type Files = Readonly<Record<string, string>>;

function link({ root, commit }: TestRepository, path: string, to: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(to, join(root, path));
  commit(path);
}

describe('instructions as repositories have them', () => {
  test.each<[string, Files, readonly string[], readonly string[]]>([
    [
      'an import with an escaped blank',
      { 'CLAUDE.md': 'See @docs/my\\ notes.md now\n', 'docs/my notes.md': 'NOTED\n' },
      ['NOTED'],
      [],
    ],
    [
      'an import at the end of a sentence',
      { 'CLAUDE.md': 'See @docs/a.md.\n', 'docs/a.md': 'NOTED\n' },
      ['NOTED'],
      [],
    ],
    [
      'an import in quotes',
      {
        'CLAUDE.md': 'See "@docs/a.md" and (@docs/b.md)\n',
        'docs/a.md': 'NOTED\n',
        'docs/b.md': 'OTHER\n',
      },
      [],
      [],
    ],
    [
      'imports in code',
      {
        'CLAUDE.md': '`@docs/a.md`\n\n~~~\n@docs/a.md\n~~~\n\n    @docs/a.md\n',
        'docs/a.md': 'NOTED\n',
      },
      [],
      [],
    ],
    [
      'an import in a list',
      {
        'CLAUDE.md': '- @docs/a.md\n* style: @docs/b.md\n',
        'docs/a.md': 'NOTED\n',
        'docs/b.md': 'OTHER\n',
      },
      ['NOTED', 'OTHER'],
      [],
    ],
    [
      'an import of a file without an ending',
      { 'CLAUDE.md': '@README\n', README: 'NOTED\n' },
      ['NOTED'],
      [],
    ],
    [
      'AGENTS.md beside CLAUDE.md',
      { 'CLAUDE.md': 'MINE\n', 'AGENTS.md': 'THEIRS\n' },
      ['MINE'],
      ['THEIRS'],
    ],
    [
      'AGENTS.md that CLAUDE.md imports',
      { 'CLAUDE.md': '@AGENTS.md\n', 'AGENTS.md': 'THEIRS\n' },
      ['THEIRS'],
      [],
    ],
    [
      '.claude/CLAUDE.md',
      { '.claude/CLAUDE.md': 'INNER @../docs/a.md\n', 'docs/a.md': 'NOTED\n' },
      ['INNER', 'NOTED'],
      [],
    ],
    ['both places', { 'CLAUDE.md': 'OUTER\n', '.claude/CLAUDE.md': 'INNER\n' }, ['OUTER'], []],
    ['CLAUDE.local.md alone', { 'CLAUDE.local.md': 'LOCAL\n' }, ['LOCAL'], []],
    [
      'CRLF and a mark of the byte order',
      { 'CLAUDE.md': '\uFEFFONE\r\nTWO @docs/a.md\r\n', 'docs/a.md': '\uFEFFNOTED\r\n' },
      ['ONE\nTWO', 'NOTED'],
      ['\r', '\uFEFF'],
    ],
    [
      'comments',
      {
        'CLAUDE.md': '<!-- SECRET\n@docs/a.md -->\nSEEN\n\n```html\n<!-- KEPT -->\n```\n',
        'docs/a.md': 'NOTED\n',
      },
      ['SEEN', '<!-- KEPT -->'],
      ['SECRET', 'NOTED'],
    ],
    [
      'a file of 200 KB',
      { 'CLAUDE.md': `START\n${'word '.repeat(40_000)}\nEND\n` },
      ['START', 'cut here'],
      ['END\n'],
    ],
    ['an empty file', { 'CLAUDE.md': '\n\n', 'AGENTS.md': 'THEIRS\n' }, [], []],
    [
      'rules in folders',
      { '.claude/rules/a/b/c.md': 'DEEP\n', '.claude/rules/z.txt': 'TEXT\n' },
      ['DEEP'],
      ['TEXT'],
    ],
  ])('%s', async (_, files, told, untold) => {
    const { first, result } = await play(createRepository(files), {});
    expect(result.outputs['stop_reason']).toBe('completed');
    for (const text of told) expect(first).toContain(text);
    for (const text of untold) expect(first).not.toContain(text);
  });

  test.each([
    ['AGENTS.md', 'CLAUDE.md'],
    ['CLAUDE.md', 'AGENTS.md'],
  ])('%s is a link to %s', async (from, to) => {
    const repository = createRepository({
      [to]: 'BOTH\n',
      'src/a.ts': '1\n',
      [`src/${to}`]: 'BELOW\n',
    });
    link(repository, from, to);
    link(repository, `src/${from}`, to);
    const { first, later } = await play(repository, { turns: [[read('src/a.ts')]] });
    expect(first.split('BOTH')).toHaveLength(2);
    expect(later.split('BELOW')).toHaveLength(2);
  });

  test('a submodule is another repository, and its words are not the maintainers’', async () => {
    const inner = createRepository({
      'CLAUDE.md': 'SUBMODULE\n',
      'a.c': 'int a;\n',
      '.claude/skills/s/SKILL.md': '---\ndescription: Sub\n---\nSUBSKILL\n',
    });
    const repository = createRepository({ 'CLAUDE.md': 'TOP\n' });
    repository.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      inner.root,
      'vendor/inner',
    );
    repository.commit('submodule');
    const { first, later } = await play(repository, { turns: [[read('vendor/inner/a.c')]] });
    expect(first).toContain('TOP');
    expect(later).toContain('int a;');
    expect(later).not.toContain('SUBMODULE');
  });
});

describe('commands and skills as repositories have them', () => {
  test.each<[string, Files, string, readonly string[], readonly string[]]>([
    [
      'numbers from nought',
      { '.claude/commands/c.md': 'A $0 B $1 C $2.\n' },
      '/c x y',
      ['A x B y C $2.'],
      [],
    ],
    [
      'numbers in brackets',
      { '.claude/commands/c.md': 'A $ARGUMENTS[0] B $ARGUMENTS[1] C $ARGUMENTS[5].\n' },
      '/c x y',
      ['A x B y C .'],
      [],
    ],
    [
      'all at once',
      { '.claude/commands/c.md': 'Do $ARGUMENTS!\n' },
      '/c "a b" c',
      ['Do "a b" c!'],
      ['ARGUMENTS:'],
    ],
    ['no place for them', { '.claude/commands/c.md': 'Do.\n' }, '/c now', ['ARGUMENTS: now'], []],
    [
      'names',
      { '.claude/commands/c.md': '---\narguments: from to\n---\n$from-$to $fromage\n' },
      '/c 1 2',
      ['1-2 $fromage'],
      ['ARGUMENTS:'],
    ],
    [
      'an escape',
      { '.claude/commands/c.md': 'Costs \\$1 and $0.\n' },
      '/c x',
      ['Costs $1 and x.'],
      [],
    ],
    [
      'a price',
      { '.claude/commands/c.md': 'Costs $5 and $12.50 and $100.\n' },
      '/c x',
      ['$5 and $12.50 and $100'],
      [],
    ],
    [
      'a file',
      { '.claude/commands/c.md': 'Review @src/a.ts please\n', 'src/a.ts': 'CONTENT\n' },
      '/c',
      ['@src/a.ts'],
      [],
    ],
    ['a folder', { '.claude/commands/front/c.md': 'FRONT\n' }, '/c', ['FRONT'], []],
    [
      'a folder before the name',
      { '.claude/commands/front/c.md': 'FRONT\n' },
      '/front:c',
      ['FRONT'],
      [],
    ],
    [
      'for the model alone',
      { '.claude/skills/c/SKILL.md': '---\nuser-invocable: false\ndescription: D\n---\nHIDDEN\n' },
      '/c',
      ['/c'],
      ['HIDDEN'],
    ],
    [
      'for people alone',
      { '.claude/skills/c/SKILL.md': '---\ndisable-model-invocation: true\n---\nOURS\n' },
      '/c',
      ['OURS'],
      [],
    ],
    [
      'a command that fails',
      { '.claude/commands/c.md': 'Out: !`ls nowhere`\nOn.\n' },
      '/c',
      ['On.'],
      [],
    ],
    [
      'names with dashes',
      {
        '.claude/commands/c.md':
          '---\narguments: [from-tag, to]\n---\n$from-tag..$to $to-$from-tag-x\n',
      },
      '/c 1 2',
      ['1..2 2-1-x'],
      [],
    ],
    [
      'a command with a variable',
      { '.claude/commands/c.md': 'Out: !`echo $HOME/$0`\n' },
      '/c x',
      ['/x'],
      [],
    ],
    [
      'a link to a skill’s file',
      {
        '.claude/skills/c/SKILL.md':
          '---\ndescription: D\n---\nSee [r](ref.md); run ${CLAUDE_SKILL_DIR}/run.sh\n',
        '.claude/skills/c/ref.md': 'R\n',
        '.claude/skills/c/run.sh': 'echo\n',
      },
      '/c',
      ['/.claude/skills/c/run.sh', 'Base directory'],
      [],
    ],
    [
      'two commands',
      { '.claude/commands/a.md': 'AAA $0\n', '.claude/commands/b.md': 'BBB $0\n' },
      '/a /b z',
      ['AAA z', 'BBB z'],
      [],
    ],
    ['capital letters', { '.claude/commands/Review-PR.md': 'RPR\n' }, '/Review-PR 1', ['RPR'], []],
    [
      'CRLF',
      {
        '.claude/commands/c.md':
          '---\r\ndescription: D\r\nargument-hint: [a] [b]\r\n---\r\nONE $0\r\n',
      },
      '/c x',
      ['ONE x'],
      ['\r'],
    ],
  ])('%s', async (_, files, prompt, told, untold) => {
    const { first, result } = await play(createRepository(files), { inputs: { prompt } });
    expect(result.outputs['stop_reason']).toBe('completed');
    for (const text of told) expect(first).toContain(text);
    for (const text of untold) expect(first).not.toContain(text);
  });
});
