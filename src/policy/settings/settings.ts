import type { ConfigError } from '../../base/errors.ts';
import type { RuleSet } from '../../permission/rule.ts';
import type { HookConfiguration } from '../hooks/hook-config.ts';

/**
 * Whose file it is. `explicit`: the input `settings`. `project`: the repository's own, whose grants count
 * in trusted runs alone. `user`: the one in the home folder.
 */
export type SettingsLayer = 'user' | 'project' | 'explicit';

/** One Claude Code settings file, read and checked. */
export interface Settings {
  /** As the user knows it: a path, or `input settings`. */
  readonly file: string;
  readonly layer: SettingsLayer;
  readonly rules: RuleSet;
  /** Absolute; places with the rights of the working directory. */
  readonly additionalDirectories: readonly string[];
  /** What access outside of those directories and the workspace is closed, whatever the rules say. */
  readonly closedOutside: readonly ('read' | 'write')[];
  readonly hooks: HookConfiguration;
  /** No hooks of settings run. Absent: the file does not say. */
  readonly disableAllHooks?: boolean;
  /** Globs of absolute paths: instruction files that are not read. */
  readonly claudeMdExcludes: readonly string[];
  /** Commands in skills don't run. Absent: the file does not say. */
  readonly disableSkillShellExecution?: boolean;
  /** Nothing but reading (`defaultMode: plan`). Absent: the file chooses no mode. */
  readonly planMode?: boolean;
}

export interface ParsedSettings {
  /** `undefined` when there are problems. */
  readonly settings: Settings | undefined;
  readonly problems: readonly ConfigError[];
  /** What is passed over, a sentence each with its place. */
  readonly warnings: readonly string[];
}
