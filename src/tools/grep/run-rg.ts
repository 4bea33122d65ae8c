import { mkdir } from 'node:fs/promises';
import { findProgram } from '../../base/find-program.ts';
import type { ToolUseContext } from '../../tool/tool-use-context.ts';
import type { RgEnd, RgRun } from './rg-run.ts';

/** Runs the ripgrep of the system, and where there is none (hosted runners) the one we bring. */
export async function runRg(run: RgRun, context: ToolUseContext): Promise<RgEnd> {
  const path = context.environment['PATH'] ?? '';
  const program = findProgram('rg', path, context.workspace.root);
  if (program !== undefined) {
    const { runRgProgram } = await import('./rg-program.ts');
    return runRgProgram(program, run);
  }
  const { runRgWasm } = await import('./rg-wasm.ts');
  await mkdir(run.scratch, { recursive: true });
  return runRgWasm(run);
}
