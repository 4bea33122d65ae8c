import { emptyOutcome } from '../agent/run-agent.ts';
import { Interruption } from '../agent/session.ts';
import { ConfigError, messageOf } from '../base/errors.ts';
import type { Outcome } from '../events/outcome.ts';
import { Skipped } from './skipped.ts';

/** The outcome of a run whose agent never began: known reasons by their type, the rest is a crash. */
export function endOfStart(error: unknown, durationMs: number): Outcome {
  if (error instanceof Skipped) {
    return emptyOutcome({ stopReason: 'skipped', errors: [error.message] }, durationMs);
  }
  if (error instanceof ConfigError) {
    return emptyOutcome({ stopReason: 'config_error', errors: [error.message] }, durationMs);
  }
  if (error instanceof Interruption) {
    return emptyOutcome({ stopReason: error.stopReason, errors: [error.message] }, durationMs);
  }
  const trace = error instanceof Error && error.stack ? `\n${error.stack}` : '';
  const crash = `Unattended crashed: ${messageOf(error)}${trace}`;
  return emptyOutcome({ stopReason: 'error', errors: [crash] }, durationMs);
}
