import { realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isInside } from '../../base/paths.ts';
import { runProcess } from '../../base/process-group.ts';
import type { ToolResult } from '../../tool/tool-result.ts';
import type { ToolUseContext } from '../../tool/tool-use-context.ts';
import { isReadOnlyCommand } from './bash-safety.ts';
import type { BashInput, BashOutput, BashProgress } from './bash-schema.ts';
import { type CommandOutput, commandOutput } from './command-output.ts';
import { codeOfSignal, exitMeaning, signalOf } from './exit-meaning.ts';
import { quietEnvironment } from './quiet-git.ts';
import { shellProgram } from './shell-program.ts';

const PROGRESS_MS = 1000;

/**
 * Runs the command of `$1` with both outputs in one stream. The directory it ends in goes over
 * descriptor 3, moved away from the low numbers that scripts use for themselves.
 */
const SCRIPT = [
  'exec 2>&1 98>&3 3>&-',
  "trap 'builtin pwd -P >&98 2>/dev/null || echo gone >&98' EXIT",
  'eval -- "$1"',
].join('; ');
const WINDOWS_SCRIPT = 'exec 2>&1; eval -- "$1"';

const LEFT_OTHERS =
  'A part that still ran in the background was ended with the command: it is not done, and what it ' +
  'had yet to print is missing. Run it without `&` to see what comes of it.';

/** What is relative is no directory. */
const NOWHERE = '/dev/null/nowhere';

/** Runs one command in a process group of its own; all of the group ends with the call. */
export async function runCommand(
  input: BashInput,
  context: ToolUseContext,
  onProgress: (progress: BashProgress) => void,
): Promise<ToolResult<BashOutput>> {
  const start = startDirectory(context);
  const asked = input.timeout ?? context.limits.timeoutMs;
  const timeoutMs = Math.min(asked, context.limits.timeoutMs);
  const output = commandOutput({
    folder: join(context.workspace.runDirectory, 'outputs'),
    id: context.toolUseId,
    cleaner: context.redactStream?.(),
  });
  const stopTelling = tellProgress(output, onProgress);
  const windows = process.platform === 'win32';
  const script = windows ? WINDOWS_SCRIPT : SCRIPT;
  const ended = await runProcess({
    argv: [
      ...shellProgram(context.environment, context.workspace.root),
      script,
      'bash',
      input.command,
    ],
    cwd: start,
    env: { ...environmentOf(input, context), PWD: start },
    timeoutMs,
    signal: context.abort.signal,
    onChunk: output.add,
    maxBuffered: 0,
    note: !windows,
  }).finally(stopTelling);

  const cwd = endDirectory(ended.note, context);
  const exitCode = ended.exitCode ?? (ended.signal ? codeOfSignal(ended.signal) : 1);
  const signal = ended.signal ?? signalOf(exitCode);
  const meaning = exitMeaning(input.command, exitCode);
  const shown = output.finish();
  const notes = [
    asked > timeoutMs && `The time limit was lowered to ${timeoutMs} ms, the most there is.`,
    shown.problem,
    ended.leftOthers && LEFT_OTHERS,
    cwd === undefined && `Shell cwd was reset to ${context.workspace.directory}`,
  ].filter((note) => typeof note === 'string');
  const data: BashOutput = {
    stdout: shown.text,
    stderr: '',
    interrupted: ended.aborted || ended.timedOut,
    exitCode,
    ...(signal && { signal }),
    ...(ended.timedOut && { timedOutAfterMs: timeoutMs }),
    ...(meaning && { returnCodeInterpretation: meaning }),
    ...(shown.path && { persistedOutputPath: shown.path, persistedOutputSize: shown.bytes }),
    notes,
  };
  const next = cwd ?? context.workspace.directory;
  if (next === context.cwd) return { data };
  return { data, contextModifier: (later) => ({ ...later, cwd: next }) };
}

function environmentOf(input: BashInput, context: ToolUseContext): Record<string, string> {
  const quiet = context.subject?.readOnly ?? isReadOnlyCommand(input, context);
  return quiet
    ? quietEnvironment(context.environment, context.workspace.root)
    : { ...context.environment };
}

/** Where the last command ended, unless that is gone. */
function startDirectory(context: ToolUseContext): string {
  const there = statSync(context.cwd, { throwIfNoEntry: false })?.isDirectory();
  return there ? context.cwd : context.workspace.directory;
}

/** Where the command ended; `undefined`: outside the workspace, or gone. */
function endDirectory(note: string, context: ToolUseContext): string | undefined {
  const last = note.trimEnd().split('\n').at(-1);
  try {
    // Anything that the command started could write here, so it is believed as a folder only.
    const real = realpathSync.native(resolve(NOWHERE, last || context.cwd));
    return isInside(real, context.workspace.root) ? real : undefined;
  } catch {
    return undefined;
  }
}

function tellProgress(
  output: CommandOutput,
  onProgress: (progress: BashProgress) => void,
): () => void {
  const started = performance.now();
  const timer = setInterval(() => {
    const elapsedSeconds = Math.round((performance.now() - started) / 1000);
    onProgress({ elapsedSeconds, ...output.size() });
  }, PROGRESS_MS);
  return () => clearInterval(timer);
}
