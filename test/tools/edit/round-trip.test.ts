import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editTool } from '../../../src/tools/edit/edit.ts';
import { findPlaces } from '../../../src/tools/edit/find-places.ts';
import { explainNearMiss } from '../../../src/tools/edit/near-miss.ts';
import { replacePlaces } from '../../../src/tools/edit/replace-places.ts';
import { readTool } from '../../../src/tools/read/read.ts';
import { encodeText } from '../../../src/tools/text-file/encoding.ts';
import { toolContext } from '../tool-context.ts';

const ENCODINGS = [
  { name: 'utf-8', bom: false },
  { name: 'utf-8', bom: true },
  { name: 'utf-16le', bom: true },
  { name: 'utf-16be', bom: true },
  { name: 'windows-1252', bom: false },
] as const;

const word = fc.stringMatching(/^[a-z é“”\t]{0,8}$/);
const lineEnd = fc.constantFrom('\n', '\r\n');
/** A file with mixed line ends around one line that stands nowhere else. */
const file = fc.record({
  before: fc.array(fc.tuple(word, lineEnd), { maxLength: 5 }),
  after: fc.array(fc.tuple(lineEnd, word), { maxLength: 5 }),
  encoding: fc.constantFrom(...ENCODINGS),
});

test('bytes outside the edit stay as they were, in every encoding, with any line ends', async () => {
  const context = toolContext();
  const path = join(context.workspace.root, 'file');
  await fc.assert(
    fc.asyncProperty(file, word, async ({ before, after, encoding }, inserted) => {
      // In windows-1252 the é of the marker is no UTF-8, so that the file is read as that.
      const head = before.map(([text, end]) => text + end).join('');
      const tail = after.map(([end, text]) => end + text).join('');
      const bytes = encodeText(`${head}<<MÉ>>${tail}`, encoding);
      writeFileSync(path, bytes);
      await readTool.call({ file_path: path }, context, () => {});
      const input = { file_path: path, old_string: '<<MÉ>>', new_string: `[${inserted}É]` };
      await editTool.call(input, context, () => {});
      const expected = encodeText(`${head}[${inserted}É]${tail}`, encoding);
      expect(readFileSync(path)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test('a text given with line feeds matches any line ends, and only what changes is written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.stringMatching(/^[a-c]{1,3}$/), lineEnd), {
        minLength: 2,
        maxLength: 6,
      }),
      fc.nat(),
      fc.nat(),
      (rows, from, count) => {
        const text = `^${rows.map(([line, end]) => line + end).join('')}`;
        const first = from % rows.length;
        const last = Math.min(rows.length - 1, first + (count % rows.length));
        const flat = rows
          .slice(first, last + 1)
          .map(([line]) => line)
          .join('\n');
        const found = findPlaces(text, `${flat}`);
        expect(found.places.length).toBeGreaterThan(0);
        // The same text with something new at its end: every old line end has to survive.
        const [place] = found.places;
        if (!place) return;
        const next = replacePlaces(text, { ...found, places: [place] }, flat, `${flat}!new`);
        expect(next).toBe(`${text.slice(0, place.end)}!new${text.slice(place.end)}`);
      },
    ),
  );
});

const once = (text: string, oldString: string, newString: string) =>
  replacePlaces(text, findPlaces(text, oldString), oldString, newString);

test('new lines get the line end that is used around them', () => {
  expect(once('a\r\nb\r\nc\r\n', 'b', 'b\nx')).toBe('a\r\nb\r\nx\r\nc\r\n');
  expect(once('a\nb\nc\n', 'b', 'b\nx')).toBe('a\nb\nx\nc\n');
  expect(once('a\rb\rc\r', 'a\nb', 'a\nx\nb')).toBe('a\rx\rb\rc\r');
  expect(once('a\r\nb\nc\n', 'a\nb\nc', 'a\nb\nx\nc')).toBe('a\r\nb\nx\nc\n');
  expect(once('a\r\nb\r\n', 'a\r\nb', 'a\r\nx\r\nb')).toBe('a\r\nx\r\nb\r\n');
});

test('line ends that the model names are written as named', () => {
  expect(once('a\nb\n', 'a', 'a\r\nx')).toBe('a\r\nx\nb\n');
  expect(once('a\r\nb\r\n', 'a\r\nb', 'a\nb')).toBe('a\nb\r\n');
  expect(once('a\nb\n', 'a\r\nb', 'a\r\nx\r\nb')).toBe('a\nx\nb\n');
});

test('curly quotes and blanks of the new text are written as given', () => {
  expect(once('say "x"', '"x"', '“x”\u00a0’')).toBe('say “x”\u00a0’');
});

test('no text makes the near-miss message fail', () => {
  const odd = fc.string({
    unit: fc.constantFrom('a', ' ', '\t', '\n', '\r', '“', '\u0301', '\u200b', '😀', '\ud800'),
  });
  fc.assert(
    fc.property(odd, odd, (text, wanted) => {
      const message = explainNearMiss(text, wanted);
      expect(message === undefined || message.length > 0).toBe(true);
    }),
  );
});
