import { expect, test } from 'vitest';
import { ReadState } from '../../src/tool/read-state.ts';

const record = (content: string) => ({
  content,
  mtimeMs: 1,
  size: content.length,
  known: undefined,
  shown: [{ from: 1, to: 2000 }],
});

test('the least recently used falls out, by number', () => {
  const state = new ReadState({ maxRecords: 2 });
  state.set('/a', record('a'));
  state.set('/b', record('b'));
  expect(state.get('/a')?.content).toBe('a');
  state.set('/c', record('c'));
  expect(state.get('/b')).toBeUndefined();
  expect(state.get('/a')?.content).toBe('a');
  expect(state.size).toBe(2);
});

test('the least recently used falls out, by characters; the newest always stays', () => {
  const state = new ReadState({ maxChars: 10 });
  state.set('/a', record('12345'));
  state.set('/b', record('12345'));
  state.set('/a', record('123456'));
  expect(state.get('/b')).toBeUndefined();
  state.set('/c', record('x'.repeat(50)));
  expect(state.size).toBe(1);
  expect(state.get('/c')).toBeDefined();
});

test('after a compaction no file counts as shown, but all stay known', () => {
  const state = new ReadState();
  state.set('/a', record('a'));
  state.forgetShown();
  expect(state.get('/a')).toEqual({ ...record('a'), shown: [] });
});
