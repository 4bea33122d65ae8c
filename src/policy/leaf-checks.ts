import { neverPasses } from '../base/child-environment.ts';
import { linearRegex } from '../base/linear-regex/linear-regex.ts';
import { compileNameGlob, matchesNameGlob, PatternError } from '../base/name-glob.ts';
import { nearest } from '../base/nearest.ts';
import { compilePattern } from '../base/pattern.ts';
import { compileDomain } from '../permission/match-domain.ts';
import { compilePath } from '../permission/match-path.ts';
import { RuleError } from '../permission/parse-rule.ts';
import type { LeafChecks } from './policy-sections.ts';
import { ruleProblem, unknownTool } from './rule-problem.ts';

/** The names that rules and tool lists can be checked against. */
export interface KnownNames {
  /** Every tool name that a policy may speak of, offered in this run or not, former names included. */
  readonly knownToolNames: ReadonlySet<string>;
  /** What `tools.with` may add. */
  readonly knownExtensions: ReadonlySet<string>;
}

/** The checks of single values that need more than their shape. */
export function leafChecks(known: KnownNames): LeafChecks {
  // Which tools a server has is not known beforehand: `mcp__server__*` names them all.
  const toolName = (name: string) =>
    /^mcp__[\w*-]*$/u.test(name) ? undefined : unknownTool(name, known.knownToolNames);
  const rule = (text: string) => ruleProblem(text, 'match', known.knownToolNames);
  return {
    toolName,
    matchRule: rule,
    extension: (name) => wrongExtension(name, known),
    toolGlob: (glob) => (glob.includes('*') ? emptyGlob(glob, known) : toolName(glob)),
    path: (pattern) => patternProblem(() => compilePath(pattern, 'grant', NO_WORKSPACE)),
    deliveredFile: wrongPattern,
    domain: (pattern) => patternProblem(() => compileDomain(pattern)),
    variable: wrongVariable,
    hookRule: rule,
    hookUrl: wrongUrlPattern,
    hookMatcher: (matcher) => wrongMatcher(matcher, known.knownToolNames),
    hookWords: (matcher) => wrongMatcher(matcher, undefined),
  };
}

/** Stands in for the run's own: whether a pattern compiles does not depend on where it is anchored. */
const NO_WORKSPACE = { root: '/', directory: '/', home: '/', runDirectory: '/' };

function patternProblem(compile: () => unknown): string | undefined {
  try {
    compile();
    return undefined;
  } catch (error) {
    if (error instanceof RuleError) return error.message;
    throw error;
  }
}

function wrongPattern(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

function wrongExtension(name: string, known: KnownNames): string | undefined {
  const { knownExtensions, knownToolNames } = known;
  if (knownExtensions.has(name)) return undefined;
  const near = nearest(name, knownExtensions);
  if (near) return `There is no runner extension \`${name}\`; did you mean \`${near}\`?`;
  if (knownToolNames.has(name)) {
    return `\`${name}\` is no runner extension: \`tools.with\` has nothing to add there.`;
  }
  const all = [...knownExtensions].join(', ') || 'none so far';
  return `There is no runner extension \`${name}\`; there are: ${all}.`;
}

function emptyGlob(glob: string, { knownToolNames }: KnownNames): string | undefined {
  if (!/^[\w*-]+$/u.test(glob))
    return `\`${glob}\` is no glob of tool names; use letters, \`_\` and \`*\`.`;
  const start = glob.slice(0, glob.indexOf('*'));
  const mayBeMcp = start.startsWith('mcp__') || 'mcp__'.startsWith(start);
  const pattern = compileNameGlob(glob);
  if (mayBeMcp || [...knownToolNames].some((name) => matchesNameGlob(pattern, name)))
    return undefined;
  return `\`${glob}\` matches no tool; \`unattended tools\` lists what there is.`;
}

function wrongVariable(name: string): string | undefined {
  if (/^\*+$/u.test(name)) return `\`${name}\` would pass every variable; name what is needed.`;
  if (neverPasses(name)) {
    return `\`${name}\` never passes to commands: it may hold a credential or make programs run code.`;
  }
  if (/^[A-Za-z_*][\w*]*$/u.test(name)) return undefined;
  return `\`${name}\` is not the name of a variable; \`*\` may stand for a part of it.`;
}

// Names and patterns as hooks read them: nothing but names and their separators is exact.
function wrongMatcher(
  matcher: string,
  toolNames: ReadonlySet<string> | undefined,
): string | undefined {
  if (matcher.trim() === '' || matcher.trim() === '*') return undefined;
  if (/^[\w\- ,|]*$/u.test(matcher)) {
    // What else events match on (reasons, servers, commands) is not known beforehand.
    return matcher
      .split(/[|,]/u)
      .map((name) => (toolNames ? unknownTool(name.trim(), toolNames) : undefined))
      .find((problem) => problem !== undefined);
  }
  try {
    linearRegex(matcher);
    return undefined;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return `\`${matcher}\` is neither a list of names (\`Edit|Write\`) nor a regular expression that can be used: ${error.message}`;
  }
}

/** A host must not be left open: `https://*` would let a guard's input go anywhere. */
function wrongUrlPattern(pattern: string): string | undefined {
  if (/^https?:\/\/(?:\*\.)?[^/*]+(?:\/|$)/u.test(pattern)) return undefined;
  return `\`${pattern}\` is no address pattern; write one such as \`https://hooks.example.com/*\`, with the host in full.`;
}
