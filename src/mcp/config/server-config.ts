import type { Transport } from '@modelcontextprotocol/client';
import type { McpEntry } from '../../policy/mcp/mcp-entry.ts';

/** Starts a program and talks over its standard streams. */
export interface StdioEndpoint {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** On top of the safe set. */
  readonly env: Readonly<Record<string, string>>;
}

export interface HttpEndpoint {
  readonly kind: 'http';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Only server-sent events, as before 2025-03-26; else they are the fallback. */
  readonly sseOnly: boolean;
  readonly oauth: ClientCredentials | undefined;
}

/** In this process: ours, or that of whoever brings their own code. */
export interface InProcessEndpoint {
  readonly kind: 'in_process';
  /** A new connection, not yet started. */
  readonly open: () => Promise<Transport>;
}

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `undefined`: what the server's metadata name. */
  readonly tokenUrl: URL | undefined;
  readonly scope: string | undefined;
}

/** What a server gets that asks the user something: nobody is there. */
export type ElicitationAnswer = NonNullable<McpEntry['elicitation']>;

/** One MCP server, ready to be started: variables are filled in. */
export interface ServerConfig {
  readonly name: string;
  /** Who brought it. `repository`: its `.mcp.json`. */
  readonly origin: 'policy' | 'input' | 'repository' | 'library';
  /** Where it stands, `.mcp.json:3`. */
  readonly place: string;
  readonly endpoint: StdioEndpoint | HttpEndpoint | InProcessEndpoint;
  readonly required: boolean;
  readonly trustHints: boolean;
  readonly allowChanges: boolean;
  readonly alwaysLoad: boolean;
  readonly startupMs: number;
  /** The longest call, ms; `undefined`: as the run has it. */
  readonly callMs: number | undefined;
  readonly elicitation: ElicitationAnswer;
}

/** Time to come up, ms. */
export const DEFAULT_STARTUP_MS = 30_000;
