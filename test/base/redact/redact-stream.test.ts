import { expect, test } from 'vitest';
import { RedactStream } from '../../../src/base/redact/redact-stream.ts';
import { findTokenShapes } from '../../../src/base/redact/token-shapes.ts';

/** Sends a text through in pieces; gives what came out and how many characters were looked at. */
function send(text: string, size: number) {
  let steps = 0;
  const stream = new RedactStream({
    find: (part) => {
      steps += part.length;
      return findTokenShapes(part);
    },
    redact: (part) => {
      steps += part.length;
      return part;
    },
    longest: 100,
  });
  let out = '';
  for (let at = 0; at < text.length; at += size) out += stream.push(text.slice(at, at + size));
  return { out: out + stream.end(), steps };
}

test.each([
  ['one character', 'a'],
  ['a token that goes on and on', 'eyJaaaaaa.'],
  ['words', 'an ordinary line of output\n'],
  ['one blank and then none', ` ${'a'.repeat(400_000)}`],
  ['tokens of many lengths', `${'b'.repeat(20_000)} `],
])('each character is looked at a few times only: %s', (_name, unit) => {
  const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
  for (const size of [100, 1_000, 70_000]) {
    const { out, steps } = send(text, size);
    expect(out).toBe(text);
    expect(steps).toBeLessThan(6 * text.length);
  }
});

test('what is held has a limit, also behind a blank', () => {
  const stream = new RedactStream({ find: () => [], redact: (part) => part, longest: 100 });
  let held = 0;
  for (const piece of [' ', ...Array<string>(200).fill('a'.repeat(10_000))]) {
    held += piece.length - stream.push(piece).length;
    expect(held).toBeLessThan(1_000_000);
  }
});
