import { expect, test } from 'vitest';
import { look } from './scene.ts';

test.each([
  'iconv -f latin1 -t utf8 a | head',
  'iconv -c -futf8 a',
  'ls | tee /dev/null | wc -l',
  'df -h .',
  'df a b',
])('what passes text on, or tells of disks, only reads: %s', (line) => {
  expect(look(line)).toMatchObject({ readOnly: true, unclear: undefined });
});

test.each([
  'iconv -o b a',
  'iconv a -ob',
  'iconv --output=b a',
  'iconv --outp=b a',
  'iconv *',
  'iconv -f ./x a',
  'iconv -t utf8//TRANSLIT a',
  'iconv /etc/passwd',
  'ls | tee -',
  'ls | tee a /dev/null',
  'ls | tee /dev/nul?',
  'ls | tee //dev/null',
  'ls | tee /dev/null/../../x',
  'df /',
])('what writes, or reaches elsewhere, does not: %s', (line) => {
  expect(look(line).readOnly).toBe(false);
});
