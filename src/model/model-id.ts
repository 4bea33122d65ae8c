import type { OutputConfig } from '@anthropic-ai/sdk/resources/messages';

/** How hard the model should think (`output_config.effort`). */
export type Effort = NonNullable<OutputConfig['effort']>;

export const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const satisfies Effort[];

/** The prefix of a model name that plays a script: `scripted:path/to/script.yml`. */
export const SCRIPTED_PREFIX = 'scripted:';

const ALIASES: Readonly<Record<string, string>> = {
  opus: 'claude-opus-5-5',
  sonnet: 'claude-sonnet-5-5',
  haiku: 'claude-haiku-5-5',
};

export const DEFAULT_MODEL = 'sonnet';

/** The model id behind an alias; any other name is an id already and comes back as it is. */
export function modelId(name: string): string {
  return isAlias(name) ? (ALIASES[name] ?? name) : name;
}

export function isAlias(name: string): boolean {
  return Object.hasOwn(ALIASES, name);
}

/**
 * The family name that tables are keyed by: `claude-haiku-4-5` for
 * `us.anthropic.claude-haiku-4-5-20251001-v1:0`, `claude-haiku-4-5@20251001`, `claude-haiku-4-5[1m]`.
 */
export function modelFamily(id: string): string {
  const start = id.indexOf('claude-');
  return (start < 0 ? id : id.slice(start))
    .replace(/\[\w+\]$/u, '')
    .replace(/[-@]v\d+(:\d+)?$/u, '')
    .replace(/[-@]\d{8}$/u, '');
}

/** What the current line can write at most in one answer; older ones below. Model overview, 2026-11. */
const MAX_OUTPUT = 128_000;
const OLDER_MAX_OUTPUT: Readonly<Record<string, number>> = {
  'claude-sonnet-4-6': 64_000,
  'claude-sonnet-4-5': 64_000,
  'claude-haiku-4-5': 64_000,
  'claude-opus-4-5': 64_000,
};
/** For models that are not in any table: what every model still served takes. */
const SAFE_MAX_OUTPUT = 32_000;

/** The most tokens that `max_tokens` may ask of a model. */
export function maxOutputTokens(id: string): number {
  const family = modelFamily(id);
  const older = OLDER_MAX_OUTPUT[family];
  if (older !== undefined) return older;
  return /^claude-(opus-(4-[678]|5)|(sonnet|haiku|fable|mythos)-5)/u.test(family)
    ? MAX_OUTPUT
    : SAFE_MAX_OUTPUT;
}
