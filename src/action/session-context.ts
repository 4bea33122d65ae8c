import type { EmitEvent } from '../events/run-event.ts';
import { ReadState } from '../tool/read-state.ts';
import type { SkillBook } from '../tool/skill-book.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { AppState, ToolUseContext } from '../tool/tool-use-context.ts';
import type { Job } from './prepare-job.ts';

export interface ContextOptions {
  readonly job: Job;
  readonly pool: readonly AnyTool[];
  readonly modelId: string;
  /** The whole environment of a child process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Ends every call of the session. */
  readonly abort: AbortController;
  readonly emit: EmitEvent;
  /** The skills that can be called. */
  readonly skills: SkillBook;
  /** What an earlier run left; absent: nothing. */
  readonly state?: AppState | undefined;
}

/** The context that the calls of a session begin with. */
export function sessionContext(options: ContextOptions): ToolUseContext {
  const { job, emit } = options;
  let state: AppState = options.state ?? { todos: [], structuredOutput: undefined };
  return {
    workspace: job.workspace,
    cwd: job.workspace.directory,
    abort: options.abort,
    messages: [],
    assistantMessage: undefined,
    toolUseId: '',
    readState: new ReadState(),
    skills: options.skills,
    getAppState: () => state,
    setAppState: (change) => {
      const before = state;
      state = change(state);
      if (state.todos !== before.todos) emit({ type: 'todos', at: Date.now(), todos: state.todos });
      if (state.findings && state.findings !== before.findings) {
        const findings = state.findings.slice(before.findings?.length ?? 0);
        emit({ type: 'findings', at: Date.now(), findings });
      }
    },
    pool: options.pool,
    model: options.modelId,
    nonInteractive: true,
    environment: options.environment,
    limits: { timeoutMs: job.policy.limits.tool_timeout_seconds * 1000 },
    outputJSONSchema: job.outputSchema,
    notify: (level, text) => emit({ type: 'notice', at: Date.now(), level, text }),
    // The pipeline puts its own gate here for each call; outside of one nothing may be called.
    canUseTool: async () => ({ behavior: 'deny', message: 'No call is under way.' }),
  };
}
