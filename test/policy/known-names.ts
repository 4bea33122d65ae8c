import type { KnownNames } from '../../src/policy/leaf-checks.ts';

/** The names that the tests' policies may speak of. */
export const KNOWN: KnownNames = {
  knownToolNames: new Set([
    'Bash',
    'Edit',
    'Glob',
    'Grep',
    'Monitor',
    'Read',
    'StructuredOutput',
    'TodoWrite',
    'WebFetch',
    'WebSearch',
    'Write',
  ]),
  knownExtensions: new Set(['Monitor']),
};
