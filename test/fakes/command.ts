import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithTest } from './end-with-test.ts';

const CLI = join(import.meta.dirname, '../../dist/cli.js');

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `unattended …` from `dist/` as a person would in `cwd`. */
export function unattended(
  args: readonly string[],
  options: { cwd: string; input?: string; env?: Record<string, string>; node?: string },
): Promise<CommandResult> {
  const child = spawn(options.node ?? process.execPath, [CLI, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: options.cwd, ...options.env },
    detached: true,
  });
  endWithTest(child, options.env?.['RUNNER_TEMP']);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}
