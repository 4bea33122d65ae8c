import assert from 'node:assert/strict';
import test from 'node:test';
import { sum } from '../src/sum.js';

test('adds all numbers', () => {
  assert.equal(sum([1, 2, 3]), 6);
});

test('of nothing is nothing', () => {
  assert.equal(sum([]), 0);
});
