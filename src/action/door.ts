import type { Secret } from '../base/redactor.ts';
import type { BroughtServer } from '../mcp/config/brought-server.ts';
import type { ToolAtWork } from '../mcp/in-process/tool-at-work.ts';

/** How a run was started: by the runner, by hand, or by a program in its own process. What differs between the two is here and nowhere else. */
export interface Door {
  readonly kind: 'action' | 'command';
  /** The variables that the process was started with, secrets included. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether this process' own environment is free of them. */
  readonly cleanEnvironment: boolean;
  /** The inputs as given, by their names in `action.yml`. */
  readonly inputs: Readonly<Record<string, string>>;
  /** How an input's name is shown in an error. */
  readonly shown: (name: string) => string;
  /** Where the checkout is looked for. */
  readonly start: string;
  /** Path of the event's payload; `undefined`: there is no event. */
  readonly eventPath: string | undefined;
  /** `undefined`: told from the payload's shape. */
  readonly eventName: string | undefined;
  /** Takes the log, in pieces that end where lines end. */
  readonly write: (text: string) => void;
  /** When the run began, by `performance.now()`. Absent: with the process. */
  readonly startedAt?: number;
  /** What the program has that started the run. Absent: no program did. */
  readonly brought?: Brought;
}

interface Brought {
  readonly servers: readonly BroughtServer[];
  /** Secrets that are no variables. */
  readonly secrets: readonly Secret[];
  /** The call of one of its tools that is doing what is being done; `undefined`: none is. */
  readonly toolAtWork: () => ToolAtWork | undefined;
}

/** The door that the runner opens (contracts: GitHub Actions, runtime). */
export function actionDoor(
  environment: { variables: Readonly<Record<string, string>>; clean: boolean },
  inputs: Readonly<Record<string, string>>,
): Door {
  const { variables } = environment;
  return {
    kind: 'action',
    variables,
    cleanEnvironment: environment.clean,
    inputs,
    shown: (name) => `input ${name}`,
    start: variables['GITHUB_WORKSPACE'] || process.cwd(),
    eventPath: variables['GITHUB_EVENT_PATH'] || undefined,
    eventName: variables['GITHUB_EVENT_NAME'] || undefined,
    write: (text) => void process.stdout.write(text),
  };
}
