import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { Session } from '../agent/session.ts';
import type { EmitEvent } from '../events/run-event.ts';
import { jobPrompt } from '../github/job-prompt.ts';
import type { CallState, Governance } from '../pipeline/governance.ts';
import { hookFields, type SessionKnowledge } from './knowledge/session-knowledge.ts';
import { instructionsPart } from './mcp/server-instructions.ts';
import type { SessionMcp } from './mcp/session-mcp.ts';
import type { Job } from './prepare-job.ts';
import type { GoingOn } from './resume/go-on.ts';

export interface SessionPromptOptions {
  readonly job: Job;
  readonly words: SessionKnowledge;
  readonly goingOn: GoingOn | undefined;
  /** Prompts of MCP servers. */
  readonly prompts: SessionMcp['prompts'];
  readonly governance: Governance;
  readonly state: CallState;
  readonly redact: (text: string) => string;
  readonly emit: EmitEvent;
  /** What MCP servers say of their tools as a whole. */
  readonly serverInstructions: SessionMcp['serverInstructions'];
}

/**
 * How the conversation begins: what the maintainers tell everybody, then the task. A task that begins
 * with a command (`/review 12`) is put in its place later, when hooks can hear of it.
 */
export async function sessionPrompt(
  options: SessionPromptOptions,
): Promise<Pick<Session, 'prompt' | 'command' | 'instructions'>> {
  const { job, words, emit } = options;
  const { loaded } = words.knowledge;
  return {
    prompt: messageOf(options, job.task),
    ...(job.task.trimStart().startsWith('/') && {
      command: await commandOf(options, (text) =>
        emit({ type: 'notice', at: Date.now(), level: 'notice', text }),
      ),
    }),
    ...(loaded.length > 0 && { instructions: loaded.map(hookFields) }),
  };
}

/** Loaded only for a task that looks like one. */
async function commandOf(options: SessionPromptOptions, tell: (text: string) => void) {
  const { job, words: session, governance, state, prompts: ofServers } = options;
  const [{ taskCommand }, { gateAtStart }] = await Promise.all([
    import('./knowledge/task-command.ts'),
    import('../pipeline/gate-at-start.ts'),
  ]);
  const gate = async () => {
    await Promise.all(state.context.pool.map((tool) => tool.prepare()));
    return gateAtStart('task', governance, state.context);
  };
  const message = (task: string) => messageOf(options, task);
  const prompts = () => ofServers(state.context.abort.signal);
  return taskCommand({ task: job.task, session, prompts, gate, message, tell });
}

function messageOf(
  { job, words, goingOn, redact, serverInstructions, state }: SessionPromptOptions,
  task: string,
): MessageParam {
  const prompt = jobPrompt(task, job.event, redact, job);
  const noted = goingOn?.withNote(prompt) ?? prompt;
  const { instructions } = words.knowledge;
  const fromServers = instructionsPart(serverInstructions, state.context.pool);
  if (instructions === undefined && fromServers === undefined) return noted;
  const { content } = noted;
  const own = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  return {
    role: 'user',
    content: [...textBlock(instructions, redact), ...own, ...textBlock(fromServers, redact)],
  };
}

function textBlock(text: string | undefined, redact: (text: string) => string) {
  return text === undefined ? [] : [{ type: 'text' as const, text: redact(text) }];
}
