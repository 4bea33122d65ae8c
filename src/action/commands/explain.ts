import { createInterface } from 'node:readline';
import { ConfigError, messageOf } from '../../base/errors.ts';
import { createExplainer, type Explanation, explanationText } from '../../policy/explain.ts';
import { unknownTool } from '../../policy/rule-problem.ts';
import { knownToolNames } from '../../tools/allow-lists.ts';
import { toolViews } from '../tool-view.ts';
import { readFlags } from './arguments.ts';
import type { CommandEnvironment } from './command.ts';
import { POLICY_FLAGS, policyScene } from './policy-scene.ts';

type Explain = ReturnType<typeof createExplainer>;

/** `unattended explain`: what a call would get, and why. */
export async function runExplain(argv: readonly string[], io: CommandEnvironment): Promise<number> {
  const flags = readFlags(argv, {
    ...POLICY_FLAGS,
    tool: { type: 'string' },
    input: { type: 'string' },
    jsonl: { type: 'boolean' },
    trust: { type: 'string' },
    event: { type: 'string' },
  });
  const trust = trustOf(flags.trust);
  const { policy, workspace } = await policyScene(flags, io.variables, trust);
  const explain = createExplainer({
    policy,
    rules: policy.rules,
    workspace,
    event: flags.event ?? 'manual',
    trust,
    viewOf: await toolViews(workspace, policy),
  });
  if (flags.jsonl) return explainLines(explain, io);
  if (flags.tool === undefined)
    throw new ConfigError('Say which call: give --tool and --input, or --jsonl.');
  const unknown = unknownTool(flags.tool, knownToolNames);
  if (unknown !== undefined) throw new ConfigError(unknown);
  const explanation = explain({ tool: flags.tool, input: inputOf(flags.input ?? '{}', '--input') });
  // For a reader only: a program takes what stands on stderr for an error.
  const warnings = flags.json ? [] : (policy.warnings ?? []);
  for (const warning of warnings) io.err(`unattended: warning: ${warning}\n`);
  io.out(flags.json ? `${JSON.stringify(explanation)}\n` : `${explanationText(explanation)}\n`);
  return 0;
}

/** A line in, a line out, in order; a line that can't be read is answered too, with a denial. */
async function explainLines(explain: Explain, io: CommandEnvironment): Promise<number> {
  let exitCode = 0;
  for await (const line of createInterface({
    input: process.stdin,
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (line.trim() === '') continue;
    let id: unknown;
    try {
      const asked = inputOf(line, 'The line');
      id = asked['id'];
      if (typeof asked['tool'] !== 'string') throw new ConfigError('The line has no “tool”.');
      const { id: _none, ...rest } = explain({
        tool: asked['tool'],
        input: objectOf(asked['input'] ?? {}, '“input”'),
      });
      io.out(`${JSON.stringify({ id, ...rest })}\n`);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      exitCode = 2;
      io.out(`${JSON.stringify({ id, ...unreadable(error.message) })}\n`);
    }
  }
  return exitCode;
}

function unreadable(reason: string): Explanation {
  return {
    behavior: 'deny',
    asked: false,
    decided_by: { step: 'schema' },
    read_only: false,
    effects: [],
    reason,
  };
}

function trustOf(given: string | undefined): 'trusted' | 'untrusted' {
  if (given === undefined || given === 'trusted') return 'trusted';
  if (given === 'untrusted') return 'untrusted';
  throw new ConfigError(`--trust can't be “${given}”: it takes trusted or untrusted.`);
}

function inputOf(text: string, where: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(text), where);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${where} is not JSON: ${messageOf(error)}`, { cause: error });
  }
}

function objectOf(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new ConfigError(`${where} has to be a JSON object.`);
}
