import type { HookEvent } from './hooks/hook-events.ts';
import type { PolicyFile } from './policy-schema.ts';

/** Line and column, 1-based. */
export type Place = readonly [line: number, column: number];

/**
 * One policy file, checked, before it is merged with its parents: what the YAML loader and the
 * precompiled shipped policies have in common.
 */
export interface PolicySource {
  /** Path as the user knows it, such as `policies/pr-fix.yml`. */
  readonly file: string;
  readonly data: PolicyFile;
  /** Where the parts stand that reports name; lists run beside those of `data`. */
  readonly places: {
    readonly extends?: Place | undefined;
    readonly deny: readonly Place[];
    readonly ask: readonly Place[];
    readonly allow: readonly Place[];
    /** The entries of the `ask` section. */
    readonly answers: readonly Place[];
    /** The handlers of each group, by event; absent where there are none. */
    readonly hooks?: { readonly [Event in HookEvent]?: readonly (readonly Place[])[] } | undefined;
    /** MCP servers by name; absent where there are none. */
    readonly mcp?: Readonly<Record<string, Place>> | undefined;
  };
}
