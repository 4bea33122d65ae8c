import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { Denial } from '../events/outcome.ts';
import type { StopReason } from '../policy/stop-reason.ts';

/** A command that a task names, as UserPromptExpansion hooks are told of it. */
export interface NamedCommand {
  readonly type: 'slash_command' | 'mcp_prompt';
  readonly name: string;
  readonly args: string;
  /** Whose it is; absent: nobody knows. */
  readonly source?: string;
}

export interface ExpandedTask {
  /** The first message, with what the commands stand for. */
  readonly prompt: MessageParam;
  /** What was refused on the way. */
  readonly denials: readonly Denial[];
}

/** Why there is no first message: the run ends. */
interface StoppedTask {
  readonly stopReason: StopReason;
  readonly errors: readonly string[];
}

/** A task that begins with commands: what they stand for takes its place before the first request. */
export interface TaskCommand {
  readonly calls: readonly NamedCommand[];
  /** @param options.suppress the task as it was written is left out. */
  expand(options: {
    readonly suppress: boolean;
  }): Promise<ExpandedTask | { readonly ending: StoppedTask }>;
}
