import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileSubject, withAbsolutePath } from '../../../src/tools/text-file/file-subject.ts';
import { toolPath } from '../../../src/tools/text-file/tool-path.ts';
import { toolContext } from '../tool-context.ts';

test('relative paths start at the working directory, ~/ at home', () => {
  const context = toolContext();
  const { root, home } = context.workspace;
  expect(withAbsolutePath({ file_path: 'src/a' }, context)).toEqual({
    file_path: join(root, 'src/a'),
  });
  expect(withAbsolutePath({ file_path: '~/a' }, context)).toEqual({ file_path: join(home, 'a') });
  const absolute = { file_path: join(root, 'a') };
  expect(withAbsolutePath(absolute, context)).toBe(absolute);
  const odd = { file_path: 'a\0b' };
  expect(withAbsolutePath(odd, context)).toBe(odd);
});

test('a path through a link and back means one file, before and after it is made absolute', () => {
  const context = toolContext();
  const { root, home } = context.workspace;
  mkdirSync(join(home, 'deep'));
  writeFileSync(join(home, 'x'), 'outside');
  symlinkSync(join(home, 'deep'), join(root, 'link'));
  const input = { file_path: 'link/../x' };
  const judged = fileSubject(input, context, ['read']).paths[0]?.path.real;
  expect(judged).toBe(join(home, 'x'));
  const observed = withAbsolutePath(input, context);
  expect(fileSubject(observed, context, ['read']).paths[0]?.path.real).toBe(judged);
  expect(toolPath(observed.file_path, context).real).toBe(judged);
});

test('what is no path makes the call unclear, a missing one touches nothing', () => {
  const context = toolContext();
  expect(fileSubject({ file_path: 'a\nb' }, context, ['write']).unclear).toContain(
    'control character',
  );
  expect(fileSubject({ file_path: 7 }, context, ['write']).unclear).toContain('not a text');
  expect(fileSubject({}, context, ['read', 'write'])).toMatchObject({
    unclear: undefined,
    paths: [],
    effects: ['read', 'write'],
    readOnly: false,
  });
});
