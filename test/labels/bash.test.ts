import { expect, test } from 'vitest';
import { classify } from '../../src/shell/classify.ts';
import { isCore, type LabelledCase, readCases } from './read-cases.ts';

/**
 * `readonly`: run alone in /w, a checkout by strangers, with git hardened, the line changes nothing,
 * starts nothing but the known reader it names, opens no connection, and prints neither the
 * environment nor anything outside /w nor credentials.
 */
interface BashCase extends LabelledCase {
  readonly want: 'readonly' | 'not-readonly';
  readonly command: string;
}

const cases = readCases<BashCase>('bash').map((labelled) => {
  const scene = { cwd: '/w', home: '/home/runner', root: '/w' };
  return { ...labelled, readOnly: classify(labelled.command, scene).readOnly };
});

test('the set is large, on both sides', () => {
  expect(cases.filter(({ want }) => want === 'readonly').length).toBeGreaterThan(400);
  expect(cases.filter(({ want }) => want === 'not-readonly').length).toBeGreaterThan(1_500);
});

test('nothing that does more than read is called reading, arguable cases included', () => {
  const misses = cases.filter(({ want, readOnly }) => want === 'not-readonly' && readOnly);
  expect(misses.map(({ command }) => command)).toEqual([]);
});

test('at most 5 in 100 reading commands are taken for more', () => {
  const reading = cases.filter((one) => one.want === 'readonly' && isCore(one));
  const alarms = reading.filter(({ readOnly }) => !readOnly).map(({ command }) => command);
  expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(reading.length * 0.05);
});
