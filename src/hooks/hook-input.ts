import type { HookOccasion } from './occasion.ts';

/** What every hook of a session is told. */
export interface CommonFields {
  readonly sessionId: string;
  readonly transcriptPath: string;
  readonly permissionMode: 'dontAsk' | 'plan';
  /** A UUID for the one prompt of the run. */
  readonly promptId: string;
  readonly effort: string | undefined;
}

/** The input of hooks for Claude Code (contracts 2.7): common fields first, absent ones left out. */
export function hookInput(
  { sessionId, transcriptPath, permissionMode, promptId, effort }: CommonFields,
  { event, cwd, fields }: HookOccasion,
): Readonly<Record<string, unknown>> {
  const atStart = event === 'SessionStart';
  const input = {
    session_id: sessionId,
    transcript_path: transcriptPath,
    cwd,
    prompt_id: atStart ? undefined : promptId,
    permission_mode: atStart || event === 'SessionEnd' ? undefined : permissionMode,
    effort: atStart || effort === undefined ? undefined : { level: effort },
    hook_event_name: event,
    ...fields,
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
