// What a program gets that starts runs itself. Types alone, and none from elsewhere: the build lays this file beside
// the bundle as `library.d.ts`, and `library.ts` is held against it.

/** The variables that the program was started with, secrets included. Made by `enterCleanEnvironment`. */
export interface Environment {
  readonly variables: Readonly<Record<string, string>>;
  /** Whether the process no longer shows them to other processes of its user. */
  readonly clean: boolean;
}

/**
 * The first thing a program calls: starts it anew without its variables, which commands of the agent could otherwise
 * read in `/proc`, and gives them back. What stands before it happens twice. Called again it gives the same. Afterwards
 * `process.env` is nearly empty, and the process can't talk to the one that forked it.
 */
export declare function enterCleanEnvironment(): Environment;

/** A part of a result, as the Model Context Protocol has it (2025-06-18, “Tool Result”). */
export type Content =
  | { readonly type: 'text'; readonly text: string }
  /** `data` in base64. */
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly description?: string;
      readonly mimeType?: string;
    }
  | {
      readonly type: 'resource';
      readonly resource: {
        readonly uri: string;
        readonly mimeType?: string;
        readonly text?: string;
        /** In base64. */
        readonly blob?: string;
      };
    };

/** What a tool gives: a text, or parts and data. */
export type Answer =
  | string
  | {
      readonly content?: readonly Content[];
      /** Plain data, shown as JSON. */
      readonly structuredContent?: Readonly<Record<string, unknown>>;
      /** The call failed, and this says why. */
      readonly isError?: boolean;
    };

export interface CallContext {
  /** Aborted when the call is cancelled or out of time: nobody waits for its answer any more. */
  readonly signal: AbortSignal;
  /** Says how far it is. */
  readonly progress: (done: number, total?: number, message?: string) => void;
}

/** A schema of zod, valibot, arktype …: one that can validate and say its JSON Schema (standardschema.dev). */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly vendor: string;
    readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
}

export type Validated<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** What a tool says of itself. Believed only where the policy does: `mcp: { <server>: { trust_hints: true } }`. */
export interface Hints {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface Tool<Input = Readonly<Record<string, unknown>>> {
  /** Letters, digits, `_` and `-`. The model calls it `mcp__<server>__<name>`, and so do rules. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema (2020-12) of an object, or a schema that can say its own. Calls that don't fit never reach `run`. */
  readonly inputSchema: Readonly<Record<string, unknown>> | StandardSchema;
  readonly annotations?: Hints;
  /** Does it. What it throws is the failure that the model is told. */
  run(input: Input, context: CallContext): Answer | Promise<Answer>;
}

/** A tool whose `run` gets what its schema makes of the input. */
export declare function tool<Output>(
  tool: Omit<Tool<Output>, 'inputSchema'> & { readonly inputSchema: StandardSchema<Output> },
): Tool;
export declare function tool(tool: Tool): Tool;

/** A server of tools in this process, judged as any other MCP server. */
export interface McpServer {
  readonly name: string;
  readonly tools: readonly Tool[];
}

export declare function mcpServer(name: string, tools: readonly Tool[]): McpServer;

/** An input of the action; a list stands for lines. */
export type Input = string | number | boolean | readonly string[];

export interface JobOptions {
  /** What `enterCleanEnvironment` gave. */
  readonly environment: Environment;
  /** The action's inputs, by their names in `action.yml`; nothing is filled in from elsewhere. */
  readonly inputs: Readonly<Record<string, Input | undefined>>;
  readonly servers?: readonly McpServer[];
  /** Where the checkout is looked for. Default: `GITHUB_WORKSPACE`, else the working directory. */
  readonly directory?: string;
  /** Secrets that are no variables, by the name to show instead: nothing that leaves the run has them. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Takes the log, in pieces that end where lines end. Default: stdout; stderr from its first failure on. */
  readonly log?: (text: string) => void;
  /** Begin although secrets can be read in `/proc`. Default: the run is refused then. */
  readonly acceptExposedSecrets?: boolean;
}

export interface JobResult {
  readonly verdict: {
    readonly conclusion: 'success' | 'failure' | 'neutral';
    /** `completed`, `denied`, `max_turns` …: README, “Limits and ends”. */
    readonly stopReason: string;
    /** One line. */
    readonly headline: string;
    readonly exitCode: 0 | 1 | 2;
  };
  /** The action's outputs, by name. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Path of `transcript.json`; `undefined`: it could not be written. */
  readonly transcript: string | undefined;
  /** What went wrong, in sentences; empty for a good end. */
  readonly errors: readonly string[];
  /** The comment in its final state, whether it was posted or not. */
  readonly comment: string;
}

/**
 * Does the action's job in this process, one at a time. Whatever goes wrong in the run is a result.
 * @throws an Error, in a sentence, for options that can't be a job, before anything has begun
 */
export declare function runJob(options: JobOptions): Promise<JobResult>;
