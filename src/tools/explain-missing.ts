import { nearest } from '../base/nearest.ts';
import { listOf, oneLine } from '../base/text.ts';
import { INTERACTIVE_TOOLS, knownToolNames } from './allow-lists.ts';
import type { ToolPool } from './pool.ts';

/** Which tools do the work of one that is missing, best first. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  Grep: ['Bash'],
  Glob: ['Bash'],
  LS: ['Glob', 'Bash'],
  Write: ['Edit'],
  Edit: ['Write'],
  MultiEdit: ['Edit', 'Write'],
  Read: ['Bash'],
  Bash: ['Read', 'Grep', 'Glob', 'Edit'],
  PowerShell: ['Bash'],
  TaskCreate: ['TodoWrite'],
  TaskUpdate: ['TodoWrite'],
  TaskList: ['TodoWrite'],
};

/** What the model is told about a call to a tool that the pool doesn't have: why, and what to use. */
export function explainMissing(name: string, { pool, leftOut }: ToolPool): string {
  const names = pool.map((tool) => tool.name);
  const shown = oneLine(name, 100);
  const help = INTERACTIVE_TOOLS.get(name);
  if (help) return `${shown} is not available: this run is unattended. ${help}`;
  const out = leftOut.find((left) => left.name === name);
  const instead = (INSTEAD[name] ?? []).filter((other) => names.includes(other));
  const use = instead.length > 0 ? ` Use ${listOf(instead)}.` : ` You have ${listOf(names, 30)}.`;
  if (out) return `${shown} is not available in this run. ${out.reason}${use}`;
  if (knownToolNames.has(name)) return `${shown} is not available in this run.${use}`;
  const meant = nearest(name, names);
  if (meant) return `There is no tool ${shown}. Did you mean ${meant}?`;
  return `There is no tool ${shown}. You have ${listOf(names, 30)}.`;
}
