import { nearest } from '../../base/nearest.ts';
import type { SettingsLayer } from './settings.ts';

/** Modes that need no person and grant nothing of their own. */
const STRICT = ['default', 'manual', 'dontAsk', 'plan'];

/** Modes that allow what no rule allows. */
const ESCALATING = ['acceptEdits', 'auto', 'bypassPermissions'];

export interface DefaultMode {
  /** `true` for `plan`: nothing but reading. Absent: the file chooses no mode that counts. */
  readonly plan?: boolean;
  /** One sentence each. */
  readonly problem?: string;
  readonly warning?: string;
}

/**
 * What `permissions.defaultMode` means where nobody watches. A repository or a home folder may hold
 * what suits a person at the keyboard: there an escalating mode is passed over.
 */
export function readDefaultMode(mode: string | undefined, layer: SettingsLayer): DefaultMode {
  if (mode === undefined) return {};
  if (STRICT.includes(mode)) return { plan: mode === 'plan' };
  if (!ESCALATING.includes(mode)) {
    const near = nearest(mode, [...STRICT, ...ESCALATING]);
    const remedy = near ? `did you mean \`${near}\`?` : `it can be ${STRICT.join(', ')}.`;
    return { problem: `\`permissions.defaultMode\` is "${mode}"; ${remedy}` };
  }
  const why = `\`permissions.defaultMode: ${mode}\` would allow what no rule allows`;
  if (layer !== 'explicit') return { warning: `${why}, so it is passed over.` };
  return {
    problem: `${why}, and nobody is here to watch; name what is needed under \`permissions.allow\`.`,
  };
}
