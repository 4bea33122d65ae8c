import { expect, test } from 'vitest';
import { parseRule } from '../../src/permission/parse-rule.ts';
import { gatherRules } from '../../src/policy/gather-rules.ts';

const SOURCE = { file: 'p.yml', line: 1 };
const gather = (rules: readonly string[], maxForms?: number) =>
  gatherRules(
    rules.map((text) => parseRule(text, SOURCE)),
    maxForms,
  ).join('; ');

test.each([
  [
    ['Bash(npm test *)', 'Bash(npm run lint *)', 'Bash(npm run build:*)'],
    'npm (test, run (lint, build))',
  ],
  [
    ['Bash(mvn test *)', 'Bash(mvn verify *)', 'Bash(./mvnw test *)', 'Bash(./mvnw verify *)'],
    'mvn|./mvnw (test, verify)',
  ],
  [
    ['Bash(npx a *)', 'Bash(npx b *)', 'Bash(npx --no a *)', 'Bash(npx --no b *)'],
    'npx|npx --no (a, b)',
  ],
  [
    ['Bash(npx a *)', 'Bash(npx b *)', 'Bash(npx --no a *)', 'Bash(npx --no c *)'],
    'npx (a, b, --no (a, c))',
  ],
  [['Bash(make)', 'Bash(make test *)'], 'make; make test'],
  [['Bash(cargo fmt --check *)', 'Bash(cargo fmt *)'], 'cargo fmt'],
  [['Bash(a/bin/x *)', 'Bash(a/bin/y -z *)'], 'a/bin/(x, y -z)'],
  [['Bash(tox *)', 'Bash(nox *)'], 'tox; nox'],
  [['Bash'], 'Bash'],
  [['Read(.env*)', 'Edit(/src/**)', 'TodoWrite'], 'Read (.env*); Edit (/src/**); TodoWrite'],
])('%j in few words', (rules, text) => {
  expect(gather(rules)).toBe(text);
});

test('a bracket can be cut', () => {
  const rules = ['a', 'b', 'c'].map((name) => `Bash(x ${name})`);
  expect(gather(rules, 2)).toBe('x (a, b, …)');
});
