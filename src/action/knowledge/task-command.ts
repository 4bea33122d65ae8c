import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { NamedCommand, TaskCommand } from '../../agent/task-command.ts';
import { messageOf } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import { oneLine } from '../../base/text.ts';
import type { Skill } from '../../knowledge/skills/skill.ts';
import { findSkill } from '../../knowledge/skills/skill-names.ts';
import type { ServerPrompt } from '../../mcp/prompts/server-prompts.ts';
import type { GateAtStart } from '../../pipeline/gate-at-start.ts';
import type { SessionKnowledge } from './session-knowledge.ts';

export interface TaskCommandOptions {
  readonly task: string;
  readonly session: SessionKnowledge;
  /** Prompts of MCP servers. */
  readonly prompts: () => Promise<readonly ServerPrompt[]>;
  /** Where commands in skills are judged. */
  readonly gate: () => Promise<GateAtStart>;
  /** The first message, for a task. */
  readonly message: (task: string) => MessageParam;
  readonly tell: (text: string) => void;
}

/** Skills that one task may begin with (contracts 5.2). */
const MOST = 6;
const CALL = /^\/([\p{L}\p{N}][\p{L}\p{N}_.:-]*)(?:\s+|$)/u;

type Named = { readonly call: NamedCommand } & (
  | { readonly skill: Skill }
  | { readonly prompt: ServerPrompt }
);

/** The commands that a task begins with (`/review 12`); `undefined`: it is a text like any other. */
export async function taskCommand(options: TaskCommandOptions): Promise<TaskCommand | undefined> {
  const { task, tell } = options;
  const found: Omit<Named, 'call'>[] = [];
  const names: string[] = [];
  let rest = task.trim();
  for (let call = CALL.exec(rest); call && found.length < MOST; call = CALL.exec(rest)) {
    const name = call[1] ?? '';
    const one = await find(name, options);
    if (one === undefined) break;
    found.push(one);
    names.push(name);
    rest = rest.slice(call[0].length);
  }
  if (found.length === 0) {
    const name = CALL.exec(rest)?.[1];
    if (name?.startsWith('mcp__')) return noTask([await noPrompt(name, options)]);
    if (name !== undefined) {
      tell(
        `There is no command /${oneLine(name, 80)} for people to call; the model gets the task as it stands.`,
      );
    }
    return undefined;
  }
  const args = rest.trim();
  const named = found.map((one, index) => ({
    ...one,
    call: {
      type: 'skill' in one ? 'slash_command' : 'mcp_prompt',
      name: names[index] ?? '',
      args,
      ...('skill' in one && { source: sourceOf(one.skill as Skill) }),
    },
  })) as Named[];
  return {
    calls: named.map(({ call }) => call),
    expand: async ({ suppress }) => {
      const gate = await options.gate();
      const parts = suppress ? [] : [task.trim()];
      const failed: string[] = [];
      for (const one of named) parts.push(await textOf(one, options, gate, failed));
      const { denial, endRun } = gate.ended();
      if (endRun) return { ending: { stopReason: endRun.stopReason, errors: [endRun.reason] } };
      // Nothing is left that could be done: a run that says it is done would be a lie.
      if (failed.length === named.length) return without(failed);
      const denials = denial ? [denial] : [];
      return { prompt: options.message(parts.join('\n\n')), denials };
    },
  };
}

/** A task that says nothing but what can't be had. */
function noTask(problems: readonly string[]): TaskCommand {
  return { calls: [], expand: async () => without(problems) };
}

function without(errors: readonly string[]) {
  return { ending: { stopReason: 'config_error' as const, errors } };
}

async function noPrompt(name: string, { prompts }: TaskCommandOptions): Promise<string> {
  const near = nearest(
    name,
    (await prompts()).map((prompt) => prompt.name),
  );
  const hint = near === undefined ? '' : ` Did you mean /${near}?`;
  return `The task is the prompt /${oneLine(name, 80)}, and no MCP server that is up has it.${hint}`;
}

async function find(name: string, { session, prompts }: TaskCommandOptions) {
  const { skills, options } = session.knowledge;
  const skill = findSkill(skills, name, options.directory);
  if (skill?.userMayCall) return { skill };
  // Asked only for a name that one could have: servers take their time to answer.
  const all = name.startsWith('mcp__') ? await prompts() : [];
  const prompt = all.find((one) => one.name === name);
  return prompt && { prompt };
}

/**
 * What can't be used is said where it would stand: the model has to know why there is nothing.
 * @param failed gets the sentence for a prompt of a server.
 */
async function textOf(
  one: Named,
  { session, tell }: TaskCommandOptions,
  gate: GateAtStart,
  failed: string[],
) {
  try {
    if ('prompt' in one) {
      const { serverPromptText } = await import('./server-prompt.ts');
      return await serverPromptText(one.prompt, one.call.args, gate.context.abort.signal);
    }
    const opened = await session.desk.use(one.skill, one.call.args, gate.context, 'user');
    return opened.text;
  } catch (error) {
    const text = `/${one.call.name} could not be used: ${messageOf(error)}`;
    if ('prompt' in one) failed.push(text);
    tell(text);
    return `[${text}]`;
  }
}

function sourceOf({ source }: Skill): string {
  return source.shownAs === '' ? 'project' : 'user';
}
