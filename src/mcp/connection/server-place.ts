import type { ElicitationAnswer } from '../config/server-config.ts';

/** Where and with what servers run. */
export interface ServerPlace {
  /** Where programs start: on pull-request events the base commit's tree. */
  readonly cwd: string;
  /** The environment of programs, before what a server's own configuration adds. */
  readonly environment: Readonly<Record<string, string>>;
  /** What servers are told that the work is about (`roots/list`). */
  readonly root: string;
  /** Where the proxy variables are read from. */
  readonly variables: Readonly<Record<string, string>>;
  /** Domains of the policy's `network.allow`. */
  readonly allowedHosts: readonly string[];
  /** Told of tokens that were made, before they are used. */
  readonly onSecret: (name: string, value: string) => void;
  /** What hooks say that a server gets which asks the user something; `undefined`: nothing. Rejects where they can't be run. */
  readonly askHooks: AskElicitationHooks;
  readonly version: string;
}

export type AskElicitationHooks = (
  event: 'Elicitation' | 'ElicitationResult',
  fields: Readonly<Record<string, unknown>>,
) => Promise<ElicitationAnswer | undefined>;
