import { expect, test } from 'vitest';
import { loadPolicies } from '../../../src/policy/load-policies.ts';
import { parseSettings } from '../../../src/policy/settings/parse-settings.ts';
import type { Settings } from '../../../src/policy/settings/settings.ts';
import { withSettings } from '../../../src/policy/settings/with-settings.ts';
import { KNOWN } from '../known-names.ts';

const policy = await loadPolicies(['pr-fix'], { ...KNOWN, readFile: async () => undefined });

function settings(layer: Settings['layer'], permissions: object): Settings {
  const parsed = parseSettings(JSON.stringify({ permissions }), {
    file: `${layer}.json`,
    layer,
    anchor: '/w',
    directory: '/w',
    home: '/home/runner',
    knownToolNames: KNOWN.knownToolNames,
  });
  if (!parsed.settings) throw parsed.problems[0];
  return parsed.settings;
}

const three = [
  settings('user', { deny: ['Read(~/notes/**)'], allow: ['Bash(make lint)'], defaultMode: 'plan' }),
  settings('project', {
    deny: ['Edit(/gen/**)'],
    ask: ['Bash(make deploy)'],
    allow: ['Bash(make *)'],
    additionalDirectories: ['/opt/shared'],
    blockWritesOutsideWorkingDirectories: true,
  }),
  settings('explicit', { allow: ['Bash(make test)'], defaultMode: 'dontAsk' }),
];
const added = (list: 'deny' | 'ask' | 'allow', trust: 'trusted' | 'untrusted') =>
  withSettings(policy, three, trust)
    .rules[list].slice(policy.rules[list].length)
    .map(({ text }) => text);

test('the rules of all layers stand beside those of the policy', () => {
  expect(added('deny', 'trusted')).toEqual(['Read(~/notes/**)', 'Edit(/gen/**)']);
  expect(added('ask', 'trusted')).toEqual(['Bash(make deploy)']);
  expect(added('allow', 'trusted')).toEqual(['Bash(make lint)', 'Bash(make *)', 'Bash(make test)']);
});

test('of a single value the last layer counts', () => {
  expect(withSettings(policy, three, 'trusted').onlyReading).toBe(false);
  expect(withSettings(policy, three.slice(0, 2), 'trusted').onlyReading).toBe(true);
});

test('in an untrusted run a repository’s own settings only tighten', () => {
  const merged = withSettings(policy, three, 'untrusted');
  expect(added('deny', 'untrusted')).toEqual(added('deny', 'trusted'));
  expect(added('allow', 'untrusted')).toEqual(['Bash(make lint)', 'Bash(make test)']);
  expect(merged.places).toEqual({ closedOutside: ['write'] });
  expect(merged.warnings?.at(-1)).toContain('project.json: people without write access wrote');
});

test('the reports show the merged rules and where they come from', () => {
  const { resolved, sources, places } = withSettings(policy, three, 'trusted');
  expect(sources.slice(0, 3)).toEqual(['explicit.json', 'project.json', 'user.json']);
  expect(resolved).toMatchObject({
    permissions: { ask: expect.arrayContaining(['Bash(make deploy)']) },
  });
  expect(places).toEqual({ additional: ['/opt/shared'], closedOutside: ['write'] });
});

test('without settings a policy is what it was', () => {
  expect(withSettings(policy, [], 'trusted')).toBe(policy);
});
