import type { Verdict } from '../../events/outcome.ts';
import type { Door } from '../door.ts';

/** What a job leaves for whoever started it. */
export interface JobResult {
  readonly verdict: Verdict;
  /** The action's outputs, by name. */
  readonly outputs: Readonly<Record<string, string>>;
  /** What went wrong, in sentences; empty for a good end. */
  readonly errors: readonly string[];
  /** The comment in its final state, whether it was posted or not. */
  readonly comment: string;
}

/** What a command works with. */
export interface CommandEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  readonly cleanEnvironment: boolean;
  /** Does a whole job: handed in by the door, which alone knows the root. */
  readonly runJob: (door: Door) => Promise<JobResult>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly about: string;
  readonly help: string;
  /** The command itself, loaded when it is used. `run` gives the exit code; it throws ConfigError for bad arguments. */
  readonly load: () => Promise<{
    run(argv: readonly string[], io: CommandEnvironment): Promise<number>;
  }>;
}
