import { messageOf } from '../base/errors.ts';
import { NO_SUBJECT, type Subject } from '../tool/subject.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { Rated } from './classifier.ts';
import type { OpenCall } from './open-call.ts';

/** Work done ahead for the decision, on an input that hooks may still change. */
export interface Speculation {
  readonly input: unknown;
  /** Never rejects. */
  readonly subject: Promise<Subject>;
  /** Never rejects. */
  readonly rated: Promise<Rated>;
}

/**
 * Starts what the decision will need, so that it is there when the hooks are done.
 * @param known what this very input touches, where that was told while the call streamed.
 */
export function speculate(
  call: OpenCall,
  tool: AnyTool,
  input: unknown,
  known?: Subject,
): Speculation {
  // A microtask later: hooks, the slowest part, are started first.
  const subject = Promise.resolve().then(() => {
    const found = known ?? subjectOf(call, tool, input);
    call.effects = found.effects;
    return found;
  });
  return { input, subject, rated: rate(call, tool, input) };
}

/** What a call touches; a tool that can't tell makes the call unclear, and it is asked about. */
function subjectOf(call: OpenCall, tool: AnyTool, input: unknown): Subject {
  try {
    return tool.preparePermissionMatcher(input, call.context);
  } catch (error) {
    return { ...NO_SUBJECT, unclear: `What it touches can't be told: ${messageOf(error)}.` };
  }
}

function rate(call: OpenCall, tool: AnyTool, input: unknown): Promise<Rated> {
  const { classifier } = call.governance;
  if (!classifier) return Promise.resolve(undefined);
  return Promise.resolve()
    .then(() => tool.toAutoClassifierInput(input))
    .then((text) => (text ? classifier(tool, text, call.context.abort.signal) : undefined))
    .catch(() => 'failed');
}
