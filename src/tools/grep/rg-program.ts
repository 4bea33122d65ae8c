import { runProcess } from '../../base/process-group.ts';
import type { RgEnd, RgRun } from './rg-run.ts';

const NO_LIMIT = 2_147_483_647;

/** Runs ripgrep as a program. @param program its absolute path */
export async function runRgProgram(program: string, run: RgRun): Promise<RgEnd> {
  const ended = await runProcess({
    argv: [program, ...run.args],
    cwd: run.cwd,
    env: {},
    // The signal holds the time limit.
    timeoutMs: NO_LIMIT,
    signal: run.signal,
    onChunk: (chunk, stream) => stream === 'stdout' && run.onOutput(chunk),
    maxBuffered: 65_536,
  });
  return { code: ended.exitCode ?? 2, errors: ended.stderr };
}
