import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findImports } from '../../src/knowledge/instructions/find-imports.ts';
import { importPaths } from '../../src/knowledge/instructions/import-path.ts';
import { instructionText } from '../../src/knowledge/instructions/read-instructions.ts';
import { readFrontMatter } from '../../src/knowledge/markdown/front-matter.ts';
import { flagOf, listOfKey, textOf } from '../../src/knowledge/markdown/keys.ts';
import { pathGlobs } from '../../src/knowledge/markdown/path-globs.ts';
import { stripComments } from '../../src/knowledge/markdown/strip-comments.ts';

function front(text: string) {
  const read = readFrontMatter(text, 'a.md');
  return 'problem' in read ? expect.fail(read.problem) : read;
}

describe('front matter', () => {
  test('keys and body, with a byte order mark and any line ends', () => {
    const read = front('\uFEFF---\r\ndescription: Does it\r\nflag: yes\r\n---\r\nBody\r\nmore\r\n');
    expect(read.data).toMatchObject({ description: 'Does it' });
    expect(flagOf(read, 'flag')).toBe(true);
    expect(read).toMatchObject({ body: 'Body\nmore\n', bodyLine: 5 });
    expect(read.placeOf('flag')).toEqual({ line: 3, column: 1 });
  });

  test.each([
    ['no front matter\n---\nat all\n', {}, 'no front matter\n---\nat all\n'],
    ['---\nA break, and words.\n', {}, '---\nA break, and words.\n'],
    ['---\n---\nBody', {}, 'Body'],
    ['---\na: 1\n---', { a: 1 }, ''],
  ])('%j', (text, data, body) => {
    expect(front(text)).toMatchObject({ data, body });
  });

  test.each([
    ['argument-hint: [a] [b]', 'argument-hint', '[a] [b]'],
    ['description: Use this: always', 'description', 'Use this: always'],
    ["description: It's this: `now`", 'description', "It's this: `now`"],
    ['paths: **/*.ts', 'paths', '**/*.ts'],
    ['description: @me', 'description', '@me'],
  ])('%s is the text that it looks like', (line, key, value) => {
    expect(textOf(front(`---\nname: x\n${line}\n---\n`), key)).toBe(value);
  });

  test.each([
    ['---\n\tname: x\n---\n', 'a.md:2:1: '],
    ['---\nname: "x\nother: y\n---\n', 'a.md:4:1: '],
    ['---\n- a\n- b\n---\n', 'a.md:2:1: The front matter has to be keys with values.'],
    ['---\nname: a\nname: b\n---\n', 'This key stands here twice'],
    ['---\r\ndisallowed-tools: Bash\r\n\r\nBody', 'a.md:1:1: The front matter never ends'],
  ])('%j is told with its place', (text, problem) => {
    const read = readFrontMatter(text, 'a.md');
    expect('problem' in read ? read.problem : 'none').toContain(problem);
  });

  test('lists, by what separates them, brackets kept together', () => {
    const list = (line: string, by: RegExp) => listOfKey(front(`---\n${line}\n---\n`), 'x', by);
    expect(list('x: Bash(git add:*), Read, Bash(a b)', /[\s,]/u)).toEqual([
      'Bash(git add:*)',
      'Read',
      'Bash(a b)',
    ]);
    expect(list('x: src/**/*.{ts,tsx}, lib/**', /,/u)).toEqual(['src/**/*.{ts,tsx}', 'lib/**']);
    expect(list('x: [a b, c]', /[\s,]/u)).toEqual(['a b', 'c']);
    expect(list('y: 1', /,/u)).toEqual([]);
  });

  test('property: whatever a file holds, it is read or refused with its name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (yaml, body) => {
        const read = readFrontMatter(`---\n${yaml}\n---\n${body}`, 'a.md');
        expect('problem' in read ? read.problem.startsWith('a.md:') : 'body' in read).toBe(true);
      }),
    );
  });
});

describe('what nobody sees', () => {
  const read = (text: string) => {
    const notices: string[] = [];
    return { text: instructionText(text, 'a.md', notices), notices };
  };

  test('is left out, and told with its place', () => {
    expect(read('\uFEFFOne\r\nTwo\u{e0049}\u{e004e}\u202e three\u001b[31m')).toEqual({
      text: 'One\nTwo three[31m',
      notices: ['a.md:2: 4 characters that nobody sees are left out; the first is U+E0049.'],
    });
    expect(read('a\n\nb\u200bc').notices).toEqual([
      'a.md:3: A character that nobody sees (U+200B) is left out.',
    ]);
  });

  test('what emoji and scripts need stays, and says nothing', () => {
    const text = '👩\u200d🔧 ✔\ufe0f می\u200cخواهم\tend';
    expect(read(text)).toEqual({ text, notices: [] });
  });
});

describe('imports', () => {
  test.each([
    ['See @docs/a.md and @./b.md.', ['docs/a.md', './b.md.']],
    ['@a.md\n@b\\ c.md', ['a.md', 'b c.md']],
    ['mail@example.com (@no.md)', []],
    ['`@code.md` ``@a ` @b`` and @real.md', ['real.md']],
    ['```sh\n@fenced.md\n```\n@after.md', ['after.md']],
    ['~~~\n```\n@in.md\n~~~\n@out.md', ['out.md']],
    ['- ```\n  @in.md\n  ```\n@out.md', ['out.md']],
    ['` @open.md', ['open.md']],
  ])('%j imports %j', (text, wanted) => {
    expect(findImports(text)).toEqual(wanted);
  });

  test.each([
    ['a.md', 'docs/x.md', ['docs/a.md']],
    ['../a.md,', 'docs/x.md', ['a.md,', 'a.md']],
    ['/w/repo/a.md', 'docs/x.md', ['a.md']],
  ])('@%s in %s of /w/repo is %j', (given, importer, paths) => {
    expect(importPaths(given, importer, { root: '/w/repo' })).toEqual({ paths });
  });

  test.each(['../../a.md', '/etc/passwd', '~/a.md', '~', '.git/config', 'x/../.GIT/config'])(
    '@%s is refused',
    (given) => {
      expect(importPaths(given, 'docs/x.md', { root: '/w/repo' })).toHaveProperty('problem');
    },
  );

  test('property: no import leads out of the checkout', () => {
    const name = fc.constantFrom('..', '.', 'a', '', '.git', '~', 'b.md');
    const path = fc.tuple(fc.boolean(), fc.array(name, { maxLength: 8 }));
    fc.assert(
      fc.property(path, path, ([rooted, names], [, folders]) => {
        const given = `${rooted ? '/' : ''}${names.join('/')}`;
        const importer = [...folders.filter((one) => one !== '..'), 'x.md'].join('/');
        const found = importPaths(given, importer, { root: '/w/repo' });
        for (const one of 'paths' in found ? found.paths : []) {
          expect(one.startsWith('/')).toBe(false);
          expect(one.split('/')).not.toContain('..');
          expect(one.split('/')).not.toContain('.git');
        }
      }),
    );
  });
});

test.each([
  ['a\n<!-- one -->\nb', 'a\nb'],
  ['<!--\nmany\nlines -->\nb', 'b'],
  ['a <!-- inline --> b', 'a <!-- inline --> b'],
  ['```\n<!-- code -->\n```', '```\n<!-- code -->\n```'],
  ['<!-- ``` -->\nb\n<!-- c -->', 'b'],
  ['<!-- open\nto the end', ''],
  ['<!-- a --> rest\nb', 'rest\nb'],
])('%j without its comments is %j', (text, wanted) => {
  expect(stripComments(text)).toBe(wanted);
});

describe('paths', () => {
  const ruled = (line: string) => {
    const notices: string[] = [];
    const front = readFrontMatter(`---\n${line}\n---\n`, 'r.md');
    if ('problem' in front) throw new Error(front.problem);
    return { notices, matches: pathGlobs(front, 'r.md', notices)?.matches };
  };

  test.each([
    ['paths: src/**/*.ts', 'src/a/b.ts', true],
    ['paths: "src/**/*.{ts,tsx}"', 'src/b.tsx', true],
    ['paths:\n  - src/*.ts\n  - "lib/**"', 'lib/x/y.c', true],
    ['paths: src/*.ts, lib/**', 'lib/x/y.c', true],
    ['paths: [src/*.ts, "lib/**"]', 'src/a.ts', true],
    ['paths: {src,lib}/**/*.ts', 'lib/y.ts', true],
    ['paths: src', 'src/a.ts', true],
    ['paths: src/', 'src/a.ts', true],
    ['paths: ./src/**', 'src/a.ts', true],
    ['paths: /src/**', 'src/a.ts', true],
    ['paths: "*.ts"', 'src/a.ts', false],
    ['paths: "**/*.ts"', 'a.ts', true],
    ['paths: "src/[ab].ts"', 'src/a.ts', true],
    ['paths: "!src/**"', 'src/a.ts', false],
    ['paths: src/**/*.ts', 'src/a.tsx', false],
    ['paths: src/a.ts', 'src/a.ts', true],
    ['paths: src', 'srcs/a.ts', false],
    ['paths: src/', 'src', false],
  ])('%s and the file %s: %s', (line, file, matches) => {
    expect(ruled(line).matches?.(file)).toBe(matches);
  });

  test('one that only takes away is told', () => {
    expect(ruled('paths: "!src/**"').notices).toEqual([
      expect.stringMatching(/^r\.md:2:1: `!src\/\*\*` matches nothing/),
    ]);
  });
});
