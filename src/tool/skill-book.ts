import type { ToolUseContext } from './tool-use-context.ts';

/** A skill that was called: its text goes into the conversation. */
export interface OpenedSkill {
  readonly name: string;
  /** Its file, as people know it. */
  readonly file: string;
  /** For the conversation, after the results of the turn. */
  readonly text: string;
  /** What of it has no effect here or was refused, a sentence each. */
  readonly notes: readonly string[];
}

/** What the Skill tool can call. */
export interface SkillBook {
  /** Whether the model may call a skill of that name. */
  knows(name: string): boolean;
  /** Why it can't be called, with what would do; `undefined`: it can. */
  refusalOf(name: string): string | undefined;
  /** Commands in it go through the gate of `context`. @throws Error when its files can't be had. */
  open(name: string, args: string, context: ToolUseContext): Promise<OpenedSkill>;
}
