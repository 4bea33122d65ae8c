import { expect, test } from 'vitest';
import { describeDelivery } from '../../src/policy/describe-delivery.ts';

const limits = { allowedFiles: undefined, protectedFiles: [], maxFiles: 100, maxPatchKb: 1 };

test('tells what becomes of the changes, and what the policy makes of them', () => {
  const plain = describeDelivery('patch', limits);
  expect(plain).toContain('makes a patch of what differs');
  expect(plain).toContain('more than 100 changed files');
  const strict = { ...limits, allowedFiles: ['src/**', 'test/**'], protectedFiles: ['src/x'] };
  const told = describeDelivery('pull-request', strict);
  expect(told).toContain('Delivered are only: src/** and test/**.');
  expect(told).toContain('Never delivered: src/x.');
});
