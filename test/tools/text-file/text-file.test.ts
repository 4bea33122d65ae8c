import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, encodeText } from '../../../src/tools/text-file/encoding.ts';
import { hunksText } from '../../../src/tools/text-file/hunk.ts';
import { knowsLines, mergeRanges, shiftRanges } from '../../../src/tools/text-file/known-lines.ts';
import {
  flatten,
  lineAt,
  lineEndNear,
  uniformLineEnd,
} from '../../../src/tools/text-file/line-ends.ts';
import { makePatch } from '../../../src/tools/text-file/make-patch.ts';

test('any bytes come back as they were', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (array) => {
      const bytes = Buffer.from(array);
      const decoded = decodeText(bytes);
      if (decoded) expect(encodeText(decoded.text, decoded.encoding)).toEqual(bytes);
      else expect(bytes.length % 2).toBe(1);
    }),
  );
});

test('all 256 bytes are a character each where they are no UTF-8', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  const decoded = decodeText(bytes);
  expect(decoded?.encoding).toEqual({ name: 'windows-1252', bom: false });
  expect(decoded?.text.slice(0x80, 0x84)).toBe('€\u0081‚ƒ');
});

test('a character that the encoding lacks is refused by name', () => {
  expect(() => encodeText('✓', { name: 'windows-1252', bom: false })).toThrow('U+2713');
  expect(() => encodeText('a\ud800', { name: 'utf-8', bom: false })).toThrow('U+D800');
});

test('flat offsets lead back to the original', () => {
  const { flat, toOriginal } = flatten('a\r\nb\nc\r\n');
  expect(flat).toBe('a\nb\nc\n');
  expect([0, 1, 2, 3, 4, 5, 6].map(toOriginal)).toEqual([0, 1, 3, 4, 5, 6, 8]);
  expect([6, 1, 4, 0].map(toOriginal)).toEqual([8, 1, 5, 0]);
});

test('lines and their ends', () => {
  expect(lineAt('a\nb\nc', 0)).toBe(1);
  expect(lineAt('a\nb\nc', 2)).toBe(2);
  expect(lineAt('a\rb\rc', 4)).toBe(3);
  expect(lineEndNear('a\r\nb\nc', 0)).toBe('\r\n');
  expect(lineEndNear('a\r\nb\nc', 3)).toBe('\n');
  expect(lineEndNear('a\r\nb', 3)).toBe('\r\n');
  expect(uniformLineEnd('a\r\nb\r\n')).toBe('\r\n');
  expect(uniformLineEnd('a\r\nb\n')).toBeUndefined();
  expect(uniformLineEnd('a')).toBeUndefined();
});

test('known lines join, hold and move', () => {
  expect(
    mergeRanges([
      { from: 5, to: 9 },
      { from: 1, to: 4 },
      { from: 20, to: 30 },
    ]),
  ).toEqual([
    { from: 1, to: 9 },
    { from: 20, to: 30 },
  ]);
  const known = [
    { from: 1, to: 4 },
    { from: 10, to: 20 },
    { from: 30, to: 40 },
  ];
  expect(shiftRanges(known, { from: 12, to: 12 }, 3)).toEqual([
    { from: 1, to: 4 },
    { from: 10, to: 23 },
    { from: 33, to: 43 },
  ]);
  const record = { content: '', mtimeMs: 0, size: 0, known, shown: [] };
  expect(knowsLines(record, { from: 12, to: 20 })).toBe(true);
  expect(knowsLines(record, { from: 20, to: 21 })).toBe(false);
});

test('a patch has hunks with three lines around', () => {
  const before = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
  expect(makePatch(before, before)).toEqual([]);
  expect(hunksText(makePatch(before, before.replace('5', 'five')))).toBe(
    '@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8',
  );
});

test('a rewrite too long to compare is one hunk with all of it', () => {
  const lines = (mark: string) => Array.from({ length: 5000 }, (_, index) => `${mark}${index}`);
  const before = ['head', ...lines('a'), 'tail', ''].join('\n');
  const after = ['head', ...lines('b'), 'tail', ''].join('\n');
  const [hunk, ...others] = makePatch(before, after);
  expect(others).toEqual([]);
  expect(hunk).toMatchObject({ oldStart: 1, oldLines: 5002, newStart: 1, newLines: 5002 });
  expect(hunk?.lines).toHaveLength(10_002);
  expect(hunk?.lines.at(-1)).toBe(' tail');
});
