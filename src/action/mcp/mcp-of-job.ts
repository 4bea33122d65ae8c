import type { Secret } from '../../base/redactor.ts';
import type { LeftOutServer } from '../../mcp/config/gather-servers.ts';
import type { ServerConfig } from '../../mcp/config/server-config.ts';

/** The MCP servers of a job. */
export interface JobMcp {
  readonly servers: readonly ServerConfig[];
  /** Not started, for a reason that whoever waits for them has to know. */
  readonly leftOut: readonly LeftOutServer[];
  /** Not started, since the policy has no use for them. */
  readonly idle: readonly LeftOutServer[];
  /** Values that its configuration reads or holds, and that must never be shown. */
  readonly secrets: readonly Secret[];
}

export const NO_MCP: JobMcp = { servers: [], leftOut: [], idle: [], secrets: [] };
