/** Where a rule stands, for the reports: a policy file, an input (`allowed_tools`), a shipped policy. */
export interface RuleSource {
  /** Path as the user knows it, such as `policies/pr-fix.yml`, or `input allowed_tools`. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** One parsed permission rule: `Tool` or `Tool(specifier)`. */
export interface Rule {
  /** As written. */
  readonly text: string;
  /** The tool's name, or a glob of names (`mcp__*`). */
  readonly tool: string;
  /** What stands in the brackets; `undefined`: every call of the tool. */
  readonly specifier: string | undefined;
  /** Absolute folder that a path specifier `/x` begins at. Absent: the workspace. */
  readonly anchor?: string;
  readonly source: RuleSource;
}

/** All rules that count in a run, from every layer. Order does not matter: deny beats ask beats allow. */
export interface RuleSet {
  readonly deny: readonly Rule[];
  readonly ask: readonly Rule[];
  readonly allow: readonly Rule[];
}
