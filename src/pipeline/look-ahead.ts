import type { ToolUseBlock } from '@anthropic-ai/sdk/resources/messages';
import type { Member } from '../base/partial-object.ts';
import type { Subject } from '../tool/subject.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { ToolUseContext } from '../tool/tool-use-context.ts';
import { lookUp } from './look-up.ts';

interface Ahead {
  readonly fields: Map<string, unknown>;
  subject?: Subject;
  /** What the subject was told from: anything may have changed since. */
  state?: unknown;
}

/**
 * Tells what calls touch while they still stream. What it found counts only for a call whose fields are
 * the same in the end, from where the agent still stands, and if nothing ran since that may have moved a
 * link or a folder.
 */
export class LookAhead {
  readonly #calls = new Map<string, Ahead>();
  #generation = 0;

  /** Something ran that may have changed what paths lead to. */
  forget(): void {
    this.#generation += 1;
  }

  preview(
    { id, name }: Pick<ToolUseBlock, 'id' | 'name'>,
    fields: readonly Member[],
    context: ToolUseContext,
  ): void {
    const tool = lookUp(context.pool, name);
    if (!tool || tool.subjectFields.length === 0) return;
    const ahead = this.#calls.get(id) ?? { fields: new Map<string, unknown>() };
    this.#calls.set(id, ahead);
    for (const { key, value } of fields) {
      if (tool.subjectFields.includes(key)) ahead.fields.set(key, value);
    }
    if (ahead.subject || ahead.fields.size < tool.subjectFields.length) return;
    try {
      const input = tool.backfillObservableInput(Object.fromEntries(ahead.fields), context);
      ahead.subject = tool.preparePermissionMatcher(input, context);
      ahead.state = this.#stateOf(context);
    } catch {
      // Told again, and judged by that, when the call is whole.
    }
  }

  /** What a whole call touches, if it was told before and still holds. */
  subjectOf(
    tool: AnyTool,
    { id, input }: Pick<ToolUseBlock, 'id' | 'input'>,
    context: ToolUseContext,
  ): Subject | undefined {
    const ahead = this.#calls.get(id);
    if (ahead?.subject === undefined || ahead.state !== this.#stateOf(context)) return undefined;
    const whole: Readonly<Record<string, unknown>> = Object(input);
    const isSame = tool.subjectFields.every((key) => whole[key] === ahead.fields.get(key));
    return isSame ? ahead.subject : undefined;
  }

  #stateOf({ cwd }: ToolUseContext): string {
    return `${this.#generation} ${cwd}`;
  }
}
