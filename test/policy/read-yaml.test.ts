import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readYaml } from '../../src/policy/read-yaml.ts';

const problemOf = (text: string) => readYaml(text, 'p.yml').problems[0]?.message;

test.each([
  ['a: 1\nb: 2\na: 3\n', 'p.yml:3:1: This key stands here twice; keep one of the two.'],
  ['a:\n\t- x\n', 'p.yml:2:1: YAML is indented with blanks, not with tabs.'],
  [
    'a: 1\n---\nb: 2\n',
    'p.yml:2:1: A second document begins here (`---`); a policy is one document.',
  ],
  ['a: !secret x\n', 'p.yml:1:4: Not valid YAML: Unresolved tag: !secret.'],
  ['a: *nowhere\n', 'p.yml:1:4: The alias `*nowhere` names no anchor above it.'],
  [
    'x:\n  __proto__: 1\n',
    'p.yml:2:3: A key has to be a plain word; put it in quotes if it looks otherwise.',
  ],
  ['7: x\n', 'p.yml:1:1: A key has to be a plain word; put it in quotes if it looks otherwise.'],
  ['%YAML 1.1\n---\na: yes\n', 'p.yml:1:1: Only YAML 1.2 is read; remove the `%YAML` line.'],
])('%j is refused where it is wrong', (text, message) => {
  expect(problemOf(text)).toBe(message);
});

test.each(['a: [1, 2\n', 'a: "x\n', 'a: b: c\n', 'a: @x\n', '{a: 1}}\n'])(
  'broken syntax is refused with a place: %j',
  (text) => {
    expect(problemOf(text)).toMatch(/^p\.yml:\d+:\d+: Not valid YAML: .+\.$/);
  },
);

test('an alias that blows up is refused before it is filled in', () => {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0
      ? 'l0: &l0 [x, x, x, x, x, x, x, x, x]'
      : `l${level}: &l${level} [${Array(9)
          .fill(`*l${level - 1}`)
          .join(', ')}]`,
  );
  expect(problemOf(levels.join('\n'))).toMatch(/too large or too deep once its aliases/);
  expect(problemOf('a: &a [*a]\n')).toMatch(/too large or too deep/);
});

test('an alias that repeats a list is filled in', () => {
  const yaml = readYaml('a: &names [x, y]\nb: *names\n', 'p.yml');
  expect(yaml.data).toEqual({ a: ['x', 'y'], b: ['x', 'y'] });
});

test('a file beyond the size limit is refused unread', () => {
  expect(problemOf(`a: ${'x'.repeat(300_000)}`)).toMatch(/too many for a policy/);
});

test('places of values and keys are 1-based, and a missing path has its parent’s', () => {
  const yaml = readYaml('name: x\npermissions:\n  deny:\n    - "Bash(a)"\n    - Read\n', 'p.yml');
  expect(yaml.placeOf(['permissions', 'deny', 1])).toEqual([5, 7]);
  expect(yaml.placeOf(['permissions', 'allow', 0])).toEqual([3, 3]);
  expect(yaml.placeOfKey(['permissions', 'deny'])).toEqual([3, 3]);
  expect(yaml.placeOf(['nothing'])).toEqual([1, 1]);
});

test('Windows line ends and a byte order mark change nothing', () => {
  expect(readYaml('\ufeffa: 1\r\nb: [x]\r\n', 'p.yml').data).toEqual({ a: 1, b: ['x'] });
});

test('property: plain data written as JSON (a subset of YAML) is read back as it was', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue()), (data) => {
      const json = JSON.stringify(data);
      fc.pre(!json.includes('"__proto__"'));
      const yaml = readYaml(json, 'p.yml');
      expect(yaml.problems).toEqual([]);
      expect(JSON.stringify(yaml.data)).toBe(json);
    }),
  );
});

test('property: no text makes it throw, and every problem has a place', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab:-[]{}#&*!|>\'"%@`?, \n\t') }), (text) => {
      const { problems } = readYaml(text, 'p.yml');
      expect(problems.every(({ at }) => at !== undefined && at.line > 0 && at.column > 0)).toBe(
        true,
      );
    }),
  );
});
