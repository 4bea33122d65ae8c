import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foreignWords } from '../../src/model/foreign-words.ts';
import { talkWith } from './raw-answer.ts';

const SECRET = 'sk-ant-FAKE-0123456789';

test('property: one line of a bounded length, in which a word is whole or not there', () => {
  fc.assert(
    fc.property(
      fc.nat(4_000),
      fc.nat(4_000),
      fc.string({ unit: 'binary' }),
      (before, behind, odd) => {
        const told = foreignWords(`${'a '.repeat(before)}${odd}\n${SECRET}\r${'b'.repeat(behind)}`);
        expect(told.length).toBeLessThanOrEqual(2_001);
        expect(told).not.toMatch(/[\n\r\u2028\u2029]/u);
        expect(told.replaceAll(SECRET, '')).not.toContain('sk-ant');
      },
    ),
  );
});

test('what is short is told as it is', () => {
  expect(foreignWords('max_tokens: 1 > 0')).toBe('max_tokens: 1 > 0');
  expect(foreignWords('x'.repeat(101), 100)).toBe('…');
});

test.each(['type', 'message'])(
  'an API whose error has a %s of megabytes is told briefly',
  async (field) => {
    const error = {
      type: 'api_error',
      message: 'No.',
      [field]: `Oh\n::error::no ${'x '.repeat(1_000_000)}`,
    };
    const { talk } = await talkWith([{ status: 400, error }]);
    const failure = await talk.ask().catch((thrown: Error) => thrown);
    expect(failure).toMatchObject({
      message: expect.stringMatching(/^The API answered 400 \(.{1,2200}$/u),
    });
  },
);
