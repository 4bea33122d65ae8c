import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseShipped, policyJsonSchema } from '../../policies/build.ts';
import { loadPolicies } from '../../src/policy/load-policies.ts';
import { SHIPPED_NAMES } from '../../src/policy/shipped-names.ts';
import { KNOWN } from './known-names.ts';

const root = join(import.meta.dirname, '../..');
const committed = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

test('the precompiled policies are what their files say (else run: node policies/build.ts)', () => {
  expect(committed('src/policy/shipped-policies.json')).toEqual(parseShipped());
});

test('the JSON Schema is in step with the schema (else run: node policies/build.ts)', () => {
  expect(committed('schema/policy.schema.json')).toEqual(policyJsonSchema());
});

test.each(SHIPPED_NAMES)(
  '%s loads without reading a file, and its rules keep their lines',
  async (name) => {
    const readFile = () => Promise.reject(new Error('read'));
    const policy = await loadPolicies([name], { ...KNOWN, readFile });
    expect(policy.name).toBe(name);
    const { deny, ask, allow } = policy.rules;
    for (const { text, source } of [...deny, ...ask, ...allow]) {
      const line = readFileSync(join(root, source.file), 'utf8').split('\n')[source.line - 1];
      expect(line).toContain(text);
    }
  },
);

test('what loads a shipped policy imports neither the YAML parser nor Zod', () => {
  const seen = new Set<string>();
  const walk = (file: string) => {
    if (seen.has(file) || !file.endsWith('.ts')) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, target = ''] of text.matchAll(/^(?:import|\}) (?!type ).*?'([^']+)'/gm)) {
      if (target.startsWith('.')) walk(resolve(dirname(file), target));
      else seen.add(target);
    }
  };
  walk(join(root, 'src/policy/load-policies.ts'));
  expect([...seen].filter((target) => !target.startsWith('/')).toSorted()).toEqual(
    [...seen].filter((target) => target.startsWith('node:')).toSorted(),
  );
  expect(seen).toContain(join(root, 'src/policy/merge-policies.ts'));
});
