import { expect, test } from 'vitest';
import { deliveryPlan } from '../../src/action/delivery-plan.ts';
import type { Door } from '../../src/action/door.ts';
import { readEvent } from '../../src/github/github-event.ts';

const door = { variables: {}, shown: (name: string) => `input ${name}` } as unknown as Door;
const event = (name: string, head: string) =>
  readEvent(name, {
    repository: { full_name: 'octo/app' },
    pull_request: {
      number: 7,
      head: { ref: 'x', sha: 'a'.repeat(40), repo: { full_name: head } },
      base: { ref: 'main', sha: 'b'.repeat(40), repo: { full_name: 'octo/app' } },
    },
  });
const inputs = { deliver: 'pull-request', github_token: 'x' } as const;

test('a pull request on one from a fork is refused where the token can not write', () => {
  for (const deliver of ['commit', 'pull-request'] as const) {
    const plan = () =>
      deliveryPlan(door, { ...inputs, deliver }, event('pull_request', 'stranger/app'));
    expect(plan).toThrow(/fork.*Use “patch”/);
  }
  for (const may of [event('pull_request', 'octo/app'), event('pull_request_target', 'x/app')]) {
    expect(deliveryPlan(door, inputs, may)?.mode).toBe('pull-request');
  }
});
