import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { ConfigError } from '../../../base/errors.ts';
import { linearRegex } from '../../../base/linear-regex/linear-regex.ts';
import { PatternError } from '../../../base/name-glob.ts';
import { cleanDescription } from '../../../mcp/tool-description.ts';
import { qualifiedName } from '../../../mcp/tool-name.ts';
import { loadPolicy } from '../../load-policy.ts';
import { runnerFiles } from '../../runner-files.ts';

const outputSchema = z.object({ input: z.string(), key: z.string().default('result') });
const regexSchema = z.object({ input: z.string(), subject: z.string().default('') });
const toolSchema = z.object({
  input: z.object({
    server: z.string(),
    tool: z.object({ name: z.string(), description: z.string().default('') }),
  }),
  description_repeat: z
    .object({ unit: z.string().max(10_000), count: z.int().min(0).max(1_000_000) })
    .refine(({ unit, count }) => unit.length * count <= 50_000_000, { error: 'is too long' })
    .optional(),
});

/** What the runner would read as this step's outputs. */
export async function writeOutput(line: unknown): Promise<object> {
  const { input, key } = outputSchema.parse(line);
  const folder = mkdtempSync(join(tmpdir(), 'unattended-output-'));
  const file = join(folder, 'output');
  try {
    writeFileSync(file, '');
    const files = await runnerFiles({ GITHUB_OUTPUT: file });
    files.setOutputs({ [key]: input });
    return { text: readFileSync(file, 'utf8') };
  } catch (thrown) {
    if (thrown instanceof ConfigError) return { rejected: thrown.message };
    throw thrown;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether a run would start under this policy. */
export async function checkPolicy(input: string): Promise<object> {
  const name = './policy.yml';
  const readFile = async (path: string) =>
    path === name || path === 'policy.yml' ? input : undefined;
  try {
    const { rules } = await loadPolicy({ names: [name], allowed: [], disallowed: [] }, readFile);
    const count = Object.entries(rules).map(([list, entries]) => `${entries.length} ${list}`);
    return { text: `The policy holds (rules: ${count.join(', ')}).` };
  } catch (thrown) {
    if (thrown instanceof ConfigError) return { rejected: thrown.message };
    throw thrown;
  }
}

/** A pattern as in the matcher of a hook, by the engine that runs those. */
export function checkRegex(line: unknown): object {
  const { input, subject } = regexSchema.parse(line);
  try {
    return { text: linearRegex(input)(subject) ? 'It matches.' : 'It does not match.' };
  } catch (thrown) {
    if (thrown instanceof PatternError) return { rejected: thrown.message };
    throw thrown;
  }
}

/** Name and description as the model would get them. */
export function checkTool(line: unknown): object {
  const { input, description_repeat: bomb } = toolSchema.parse(line);
  const named = qualifiedName(input.server, input.tool.name);
  if ('problem' in named) return { rejected: named.problem };
  const description = bomb ? bomb.unit.repeat(bomb.count) : input.tool.description;
  const { text, removed } = cleanDescription(description);
  return { text: text === '' ? named.name : `${named.name}\n${text}`, name: named.name, removed };
}
