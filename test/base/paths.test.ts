import {
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldName } from '../../src/base/fold-name.ts';
import { isInside, PathError, resolvePath, segmentsBelow } from '../../src/base/paths.ts';

let top: string;
let root: string;
const home = '/home/someone';

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'paths-')));
  root = join(top, 'w');
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  mkdirSync(join(top, 'outside/inner'), { recursive: true });
  writeFileSync(join(root, 'src/a.ts'), '');
  const link = (name: string, target: string) => symlinkSync(target, join(root, name));
  link('good', 'src/a.ts');
  link('away', join(top, 'outside'));
  link('into', join(top, 'outside/inner'));
  link('dangling', join(top, 'outside/new.txt'));
  link('dangling-folder', '../outside/none');
  link('twice', 'dangling');
  link('loop', 'loop');
  link('ping', 'pong');
  link('pong', 'ping');
});

afterAll(() => rmSync(top, { recursive: true, force: true }));

/** What the system itself finds there; `undefined`: nothing. */
function asSystem(given: string): string | undefined {
  try {
    return realpathSync.native(`${root}/${given}`);
  } catch {
    return undefined;
  }
}

const real = (given: string) => resolvePath(given, root, home).real;

describe('resolvePath', () => {
  test.each([
    ['src/a.ts', 'w/src/a.ts'],
    ['./src/../src//a.ts', 'w/src/a.ts'],
    ['src/', 'w/src'],
    ['..foo/bar.ts', 'w/..foo/bar.ts'],
    ['src/$HOME.ts', 'w/src/$HOME.ts'],
    ['good', 'w/src/a.ts'],
    ['away/x/y', 'outside/x/y'],
    ['dangling', 'outside/new.txt'],
    ['twice', 'outside/new.txt'],
    ['dangling-folder/x', 'outside/none/x'],
    ['src/../../outside', 'outside'],
  ])('%s leads to %s', (given, expected) => {
    expect(real(given)).toBe(join(top, expected));
  });

  test('takes .. after a link from what the link leads to, as the system does', () => {
    expect(resolvePath('into/../x', root, home)).toMatchObject({
      path: join(root, 'x'),
      real: join(top, 'outside/x'),
    });
  });

  test.each(['loop', 'loop/x', 'ping', 'ping/../src/a.ts'])('refuses the loop %s', (given) => {
    expect(() => real(given)).toThrow(PathError);
  });

  test.each(['a\0b', 'a\nb', 'a\u001b[2J', 'a\u0085b', '\\\\server\\share'])(
    'refuses %j',
    (given) => {
      expect(() => real(given)).toThrow(PathError);
    },
  );

  test('expands ~/ at the start and nothing else', () => {
    expect(resolvePath('~/x', root, home).path).toBe('/home/someone/x');
    expect(resolvePath('a/~/x', root, home).path).toBe(join(root, 'a/~/x'));
    expect(resolvePath('~root/x', root, home).path).toBe(join(root, '~root/x'));
  });

  test('says what is neither file nor folder', async () => {
    const server = createServer();
    const path = join(root, 'socket');
    await new Promise<void>((done) => server.listen(path, done));
    expect(resolvePath('socket', root, home).special).toBe(true);
    expect(resolvePath('src', root, home)).not.toHaveProperty('special');
    expect(resolvePath('none', root, home)).not.toHaveProperty('special');
    await new Promise((done) => server.close(done));
  });

  test('finds what the system finds', () => {
    const name = fc.constantFrom(
      '..',
      '.',
      '',
      'src',
      'deep',
      'a.ts',
      'away',
      'into',
      'dangling',
      'new',
    );
    fc.assert(
      fc.property(fc.array(name, { maxLength: 7 }), (names) => {
        const { path, real: found } = resolvePath(`./${names.join('/')}`, root, home);
        expect(path).not.toMatch(/\/\.\.?(?:\/|$)/u);
        // Resolving what was found changes nothing: no link is left in it.
        expect(resolvePath(found, root, home).real).toBe(found);
        expect(asSystem(names.join('/')) ?? found).toBe(found);
      }),
    );
  });
});

test.skipIf(!isClosed('/proc/1/cwd'))(
  'a link of another user’s process counts as the system’s, and nothing goes back from it',
  () => {
    expect(resolvePath('/proc/1/cwd/x', '/', '/')).toMatchObject({ real: '/proc/1/cwd/x' });
    expect(() => resolvePath('/proc/1/cwd/../../../tmp/x', '/', '/')).toThrow(PathError);
  },
);

test('property: folders that are known already change no answer', () => {
  const names =
    '. .. src deep a.ts good away into dangling dangling-folder twice loop ping new'.split(' ');
  const path = fc
    .array(fc.constantFrom(...names), { maxLength: 5 })
    .map((parts) => parts.join('/'));
  const answer = (given: string, folders?: Map<string, string>) => {
    try {
      return resolvePath(given, root, home, folders);
    } catch (error) {
      return (error as Error).name;
    }
  };
  fc.assert(
    fc.property(fc.array(path, { minLength: 1, maxLength: 8 }), (paths) => {
      const folders = new Map<string, string>();
      const known = [...paths, '/', '~'].map((given) => answer(given, folders));
      expect(known).toEqual([...paths, '/', '~'].map((given) => answer(given)));
    }),
    { numRuns: 400 },
  );
});

test('isInside compares by segment', () => {
  expect(isInside('/w/a', '/w')).toBe(true);
  expect(isInside('/w', '/w')).toBe(true);
  expect(isInside('/w2', '/w')).toBe(false);
  expect(isInside('/w2', '/')).toBe(true);
});

test('segmentsBelow gives the names in between', () => {
  expect(segmentsBelow('/w/a/b', '/w')).toEqual(['a', 'b']);
  expect(segmentsBelow('/w', '/w')).toEqual([]);
  expect(segmentsBelow('/x', '/w')).toBeUndefined();
});

test.each([
  ['.GIT', '.git'],
  ['.g\u200cit', '.git'],
  ['.git. .', '.git'],
  ['Cafe\u0301', 'caf\u00e9'],
  ['...', '...'],
])('foldName takes %j for %j', (name, folded) => {
  expect(foldName(name)).toBe(folded);
});

function isClosed(link: string): boolean {
  try {
    readlinkSync(link);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EACCES';
  }
}
