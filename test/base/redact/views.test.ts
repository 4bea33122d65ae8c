import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteViews } from '../../../src/base/redact/byte-runs.ts';
import { dumpViews } from '../../../src/base/redact/dump-view.ts';
import { encodedRuns } from '../../../src/base/redact/encoded-runs.ts';
import { escapeView, rareEscapeViews, readingsFor } from '../../../src/base/redact/escape-view.ts';
import type { MappedText } from '../../../src/base/redact/mapped-text.ts';
import { spacedView } from '../../../src/base/redact/spaced-view.ts';

const REACH = 50;
const VIEWS: Record<string, (text: string) => (MappedText | undefined)[]> = {
  escapes: (text) => readingsFor(['\\']).map((reading) => escapeView(text, REACH, reading)),
  'rare escapes': (text) => rareEscapeViews(text, REACH),
  bytes: byteViews,
  dumps: dumpViews,
  letters: (text) => [spacedView(text)],
};

const unit = fc.constantFrom(
  ...['\\', '\\x4', '1', '%', '%25', '41', '&#', '65;', '<!--', '-->', '\u001b[', 'm', '\u200b'],
  ...[
    '=3D',
    '=\n',
    '4a',
    ' ',
    '  ',
    '\n',
    ':',
    ', ',
    '0x',
    '00000000',
    '00000010: ',
    '0000020',
    'a',
    '.',
  ],
);
const pieces = fc.array(unit, { minLength: 1, maxLength: 12 }).map((all) => all.join(''));

/** A string that counts how often a character of it is looked at is no string: what is counted is what comes out. */
test.each(Object.entries(VIEWS))('of %s hold no more than a few times the text', (_name, read) => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 300 }), (piece, times) => {
      const text = piece.repeat(times);
      for (const view of read(text)) {
        expect(view?.text.length ?? 0).toBeLessThanOrEqual(4 * text.length + 10);
      }
    }),
  );
});

test.each(Object.entries(VIEWS))('of %s know where each character stood', (_name, read) => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 20 }), (piece, times) => {
      const text = piece.repeat(times);
      for (const view of read(text)) {
        let last = 0;
        for (let at = 0; at < (view?.text.length ?? 0); at += 1) {
          const { start, end } = view?.origin({ start: at, end: at + 1, label: '' }) ?? {
            start: 0,
            end: 0,
          };
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
          last = start;
        }
      }
    }),
  );
});

test('runs of base64 never overlap', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('abcd', 'AB12', '\n', ' ', '+/', '=')), (all) => {
      let last = 0;
      for (const { start, end } of encodedRuns(all.join('').repeat(5))) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end - start).toBeGreaterThanOrEqual(16);
        last = end;
      }
    }),
  );
});
