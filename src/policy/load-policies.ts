import { posix } from 'node:path';
import { ConfigError, messageOf, type Position } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import type { KnownNames } from './leaf-checks.ts';
import { mergePolicies } from './merge-policies.ts';
import type { ParsedPolicy } from './parse-policy.ts';
import type { Policy } from './policy.ts';
import type { PolicySource } from './policy-source.ts';
import { shippedPolicy } from './shipped.ts';
import { SHIPPED_NAMES } from './shipped-names.ts';

export interface LoadPolicyDeps extends KnownNames {
  /**
   * The text of a policy file, `undefined` when there is none. On pull-request events it reads the
   * base commit, so that a pull request can't loosen the policy that judges it.
   */
  readFile(path: string): Promise<string | undefined>;
}

const MAX_PARENTS = 10;

/**
 * Loads policies, each the name of a shipped one or a path; a later one is the child of those
 * before it.
 * @throws ConfigError for the first problem, with its place in the file.
 */
export async function loadPolicies(
  names: readonly string[],
  deps: LoadPolicyDeps,
): Promise<Policy> {
  const { sources, problems, warnings } = await gather(names, deps);
  if (problems[0]) throw problems[0];
  const policy = mergePolicies(sources);
  return warnings.length === 0 ? policy : { ...policy, warnings };
}

/** All that is wrong with these policies and their parents; empty when they load. */
export async function policyProblems(
  names: readonly string[],
  deps: LoadPolicyDeps,
): Promise<readonly ConfigError[]> {
  return (await gather(names, deps)).problems;
}

interface Gathered {
  /** Remotest parent first. */
  readonly sources: PolicySource[];
  readonly problems: ConfigError[];
  readonly warnings: string[];
}

async function gather(names: readonly string[], deps: LoadPolicyDeps): Promise<Gathered> {
  const gathered: Gathered = { sources: [], problems: [], warnings: [] };
  if (names.length === 0) {
    gathered.problems.push(new ConfigError('No policy is named; `read-only` is the least one.'));
  }
  for (const name of names) await addWithParents(name, undefined, [], gathered, deps);
  return gathered;
}

/** Adds the parents of a policy, then itself. `children`: the chain that led here. */
async function addWithParents(
  name: string,
  at: Position | undefined,
  children: readonly string[],
  gathered: Gathered,
  deps: LoadPolicyDeps,
): Promise<void> {
  const { sources, problems } = gathered;
  const file = fileOf(name, children.at(-1));
  const chain = [...children, file];
  const refusal = refuseChain(file, children);
  if (refusal) {
    problems.push(new ConfigError(refusal, { at }));
    return;
  }
  // A parent that stands already keeps its place; a policy named anew counts as a child once more.
  if (children.length > 0 && sources.some((source) => source.file === file)) return;
  const source = shippedPolicy(name) ?? (await read(file, name, at, gathered, deps));
  if (!source) return;
  const parent = source.data.extends;
  if (parent !== undefined) {
    const [line, column] = source.places.extends ?? [1, 1];
    await addWithParents(parent, { file, line, column }, chain, gathered, deps);
  }
  const before = sources.findIndex((other) => other.file === file);
  if (before >= 0) sources.splice(before, 1);
  sources.push(source);
}

function fileOf(name: string, child: string | undefined): string {
  const shipped = shippedPolicy(name);
  if (shipped) return shipped.file;
  if (child === undefined || posix.isAbsolute(name)) return name;
  return posix.join(posix.dirname(child), name);
}

function refuseChain(file: string, children: readonly string[]): string | undefined {
  if (children.includes(file)) {
    return `The policies extend each other in a circle: ${[...children, file].join(' → ')}.`;
  }
  if (children.length > MAX_PARENTS) {
    return `More than ${MAX_PARENTS} policies extend one another; merge some of them.`;
  }
  return undefined;
}

async function read(
  file: string,
  name: string,
  at: Position | undefined,
  { problems, warnings }: Gathered,
  deps: LoadPolicyDeps,
): Promise<PolicySource | undefined> {
  let text: string | undefined;
  try {
    text = await deps.readFile(file);
  } catch (cause) {
    const message = `The policy \`${file}\` can’t be read: ${messageOf(cause).replace(/\.$/, '')}.`;
    problems.push(new ConfigError(message, { at, cause }));
    return undefined;
  }
  if (text === undefined) {
    problems.push(new ConfigError(missing(file, name), { at }));
    return undefined;
  }
  const parsed = await parse(text, file, deps);
  problems.push(...parsed.problems);
  warnings.push(...parsed.warnings.map(messageOf));
  return parsed.source;
}

/** Loads what it takes here and not above: shipped policies need none of it, most others not the parser and the schema. */
async function parse(text: string, file: string, deps: LoadPolicyDeps): Promise<ParsedPolicy> {
  const { parsePlainPolicy } = await import('./parse-plain-policy.ts');
  const plain = parsePlainPolicy(text, file, deps.knownToolNames);
  if (plain) return plain;
  const { parsePolicy } = await import('./parse-policy.ts');
  return parsePolicy(text, file, deps);
}

function missing(file: string, name: string): string {
  const near = nearest(name, SHIPPED_NAMES);
  const remedy = near
    ? `did you mean the shipped policy \`${near}\`?`
    : `the shipped policies are ${SHIPPED_NAMES.map((shipped) => `\`${shipped}\``).join(', ')}.`;
  return `There is no policy file \`${file}\`; ${remedy}`;
}
