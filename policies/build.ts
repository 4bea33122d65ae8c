// Parses the shipped policies ahead of time and writes the JSON Schema of policy files. Part of
// `npm run build`; a test asserts that both files are in step.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parsePolicy } from '../src/policy/parse-policy.ts';
import { policySchema } from '../src/policy/policy-schema.ts';
import type { PolicySource } from '../src/policy/policy-source.ts';
import { SHIPPED_NAMES } from '../src/policy/shipped-names.ts';

const root = join(import.meta.dirname, '..');

/** The tools that shipped policies speak of. */
const known = {
  knownToolNames: new Set([
    'Bash',
    'Edit',
    'Read',
    'ReportFindings',
    'StructuredOutput',
    'TodoWrite',
  ]),
  knownExtensions: new Set(['ReportFindings']),
};

/** @throws ConfigError for the first problem of a shipped policy. */
export function parseShipped(): Record<string, PolicySource> {
  return Object.fromEntries(
    SHIPPED_NAMES.map((name) => {
      const file = `policies/${name}.yml`;
      const parsed = parsePolicy(readFileSync(join(root, file), 'utf8'), file, known);
      if (!parsed.source) throw parsed.problems[0];
      return [name, parsed.source];
    }),
  );
}

export function policyJsonSchema(): unknown {
  return {
    title: 'Policy of Unattended',
    ...z.toJSONSchema(policySchema(), { io: 'input', reused: 'ref' }),
  };
}

if (process.argv[1] === import.meta.filename) {
  write('src/policy/shipped-policies.json', parseShipped());
  write('schema/policy.schema.json', policyJsonSchema());
}

function write(file: string, data: unknown): void {
  writeFileSync(join(root, file), `${JSON.stringify(data, null, 2)}\n`);
}
