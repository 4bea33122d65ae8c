import { join } from 'node:path';
import type { Session } from '../../agent/session.ts';
import { withoutFrames } from '../../base/inbound/envelope.ts';
import { nearest } from '../../base/nearest.ts';
import { listOf, oneLine } from '../../base/text.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { CommandOutput } from '../../knowledge/skills/fill-skill.ts';
import { fileOf, type Skill } from '../../knowledge/skills/skill.ts';
import type { TurnGrants } from '../../knowledge/skills/turn-grants.ts';
import type { OpenedSkill, SkillBook } from '../../tool/skill-book.ts';
import type { ToolUseContext } from '../../tool/tool-use-context.ts';
import type { Job } from '../prepare-job.ts';
import type { SkillCommand } from './skill-hooks.ts';

export interface SkillDeskOptions {
  readonly job: Pick<Job, 'trust' | 'workspace' | 'policy' | 'inputs'>;
  readonly knowledge: Knowledge;
  readonly grants: TurnGrants;
  readonly sessionId: string;
  /** Runs hooks, once there are any. */
  readonly runHooks: () => Session['runHooks'] | undefined;
  /** Tells the maintainers. */
  readonly tell: (text: string) => void;
}

/** Hands skills out: to the model by the Skill tool, to the task that names one. */
export class SkillDesk implements SkillBook {
  readonly #options: SkillDeskOptions;
  readonly #told = new Set<string>();

  constructor(options: SkillDeskOptions) {
    this.#options = options;
  }

  /** Exact names only: rules name skills by them, and another name for one would pass them by. */
  knows(name: string): boolean {
    const skill = this.#options.knowledge.skills.get(name);
    return skill?.modelMayCall === true && skill.refusal === undefined;
  }

  refusalOf(name: string): string | undefined {
    const { skills } = this.#options.knowledge;
    const skill = skills.get(name);
    if (skill && !skill.modelMayCall) {
      return `${name} is for people to call (disable-model-invocation in ${fileOf(skill)}). Go on without it.`;
    }
    if (skill?.refusal !== undefined) return refused(skill);
    if (skill) return undefined;
    const names = [...skills.values()].filter((one) => this.knows(one.name)).map((one) => one.name);
    const shown = oneLine(name, 80);
    const near = nearestSkill(name.replace(/^\//u, ''), names);
    return `There is no skill ${shown}. ${near ? `Did you mean ${near}?` : thereAre(names)}`;
  }

  async open(name: string, args: string, context: ToolUseContext): Promise<OpenedSkill> {
    const skill = this.#options.knowledge.skills.get(name);
    if (!skill) throw new Error(this.refusalOf(name));
    return this.use(skill, args, context, 'claude');
  }

  /** @throws Error, in a sentence, when it can't be used. */
  async use(
    skill: Skill,
    args: string,
    context: ToolUseContext,
    invokedBy: 'user' | 'claude',
  ): Promise<OpenedSkill> {
    if (skill.refusal !== undefined) throw new Error(refused(skill));
    const { job, sessionId, knowledge } = this.#options;
    const { workspace } = job;
    const [{ fillSkill }, { layOutSkill }, { frameSkill }] = await Promise.all([
      import('../../knowledge/skills/fill-skill.ts'),
      import('../../knowledge/skills/lay-out-skill.ts'),
      import('../../knowledge/skills/frame-skill.ts'),
    ]);
    const notes = [
      ...(await this.#grant(skill)),
      ...skill.unheeded.map((one) => `${fileOf(skill)}: ${one}`),
    ];
    for (const note of notes) this.#tellOnce(note);
    const target = join(workspace.runDirectory, 'context', 'skills');
    const folder = await layOutSkill(skill, target, knowledge.limits.hides);
    const filled = await fillSkill({
      skill,
      // What the model or a comment wrote must not look like the frame around the skill.
      args: withoutFrames(args),
      variables: {
        CLAUDE_SESSION_ID: sessionId,
        CLAUDE_EFFORT: job.inputs.effort ?? '',
        CLAUDE_SKILL_DIR: folder ?? '',
        CLAUDE_PROJECT_DIR: workspace.root,
      },
      folder,
      run: (command) =>
        this.#run({ skill, command, toolUseId: context.toolUseId, invokedBy }, context),
    });
    return {
      name: skill.name,
      file: fileOf(skill),
      text: frameSkill(skill, filled, this.#othersLike(skill)),
      notes,
    };
  }

  /** Of folders that have come up so far. */
  #othersLike({ name }: Skill): string[] {
    const names = [...this.#options.knowledge.skills.keys()];
    return names.filter((one) => one.endsWith(`:${name}`) && this.knows(one)).toSorted();
  }

  /** A skill may be called many times. */
  #tellOnce(note: string): void {
    if (this.#told.has(note)) return;
    this.#told.add(note);
    this.#options.tell(note);
  }

  async #run(command: SkillCommand, context: ToolUseContext): Promise<CommandOutput> {
    const { job, runHooks } = this.#options;
    if (job.policy.knowledge?.runsCommands === false) {
      return { refused: 'disableSkillShellExecution of the settings' };
    }
    const [{ refusedByHooks }, { runSkillCommand }] = await Promise.all([
      import('./skill-hooks.ts'),
      import('./run-skill-command.ts'),
    ]);
    const run = runHooks();
    const session = run && { runHooks: run };
    const refusal = await refusedByHooks(session, command, context.abort.signal);
    return refusal === undefined ? runSkillCommand(command.command, context) : { refused: refusal };
  }

  /** What it allows counts in trusted runs alone; what it forbids, always. */
  async #grant(skill: Skill): Promise<string[]> {
    if (skill.allowedTools.length + skill.disallowedTools.length === 0) return [];
    const { turnRulesOf } = await import('../../knowledge/skills/granted-rules.ts');
    const notes: string[] = [];
    const { allow, deny } = turnRulesOf(skill, notes);
    const trusted = this.#options.job.trust === 'trusted';
    this.#options.grants.add({ allow: trusted ? allow : [], deny });
    if (!trusted && allow.length > 0) {
      notes.push(
        `${fileOf(skill)}: people without write access wrote part of what this run works on, so its allowed-tools don't count.`,
      );
    }
    return notes;
  }
}

function refused(skill: Skill): string {
  return `${skill.name} (${fileOf(skill)}) can't be used: ${skill.refusal}.`;
}

/** Also by the last part of a name: other places call skills `plugin:skill`. */
function nearestSkill(name: string, names: readonly string[]): string | undefined {
  const whole = nearest(name, names);
  if (whole !== undefined) return whole;
  const byLast = new Map(names.map((one) => [lastPart(one), one]));
  return byLast.get(nearest(lastPart(name), byLast.keys()) ?? '');
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function thereAre(names: readonly string[]): string {
  return names.length > 0
    ? `There are ${listOf(names.toSorted(), 30)}.`
    : 'There are none so far: a folder’s own come up when one of its files is read.';
}
