// Makes what the bundle would otherwise have to compute at every start: the schemas of the built-in
// tools as the model is shown them. Part of `npm run build`; a test asserts that the file is in step.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAllBaseTools } from '../src/tools/all.ts';
import { jsonSchemaOf } from '../src/tools/json-schema-of.ts';

/** By name; StructuredOutput is missing, its schema is the user's. */
export async function inputSchemas(): Promise<Record<string, unknown>> {
  const tools = getAllBaseTools().filter(({ name }) => name !== 'StructuredOutput');
  await Promise.all(tools.map((tool) => tool.prepare()));
  return Object.fromEntries(tools.map((tool) => [tool.name, jsonSchemaOf(tool)]));
}

if (process.argv[1] === import.meta.filename) {
  const file = join(import.meta.dirname, '../src/tools/input-schemas.json');
  writeFileSync(file, `${JSON.stringify(await inputSchemas(), null, 2)}\n`);
}
