import { foldName } from '../base/fold-name.ts';
import { compilePath } from './match-path.ts';
import { RuleError } from './parse-rule.ts';
import { isGitInternal, protectedName } from './protected-names.ts';
import type { Rule } from './rule.ts';
import type { RuleListName, RuleProblem } from './rule-problem.ts';

/** Only the pattern's form is looked at; the folders don't matter. */
const ANYWHERE = { root: '/', directory: '/', home: '/', runDirectory: '/' };

/** Folders of the file system's root that a rule with one slash is likely to mean. */
const SYSTEM_FOLDER = /^\/(?:etc|home|usr|var|tmp|opt|root|proc|sys|dev|Users|mnt)(?:\/|$)/u;

/** Names of plain characters and stars between single slashes: what nearly all rules are, and always usable. */
const PLAIN = /^(?:\/{0,2}|~\/)(?:\.?[\w*-][\w.*-]*\/)*\.?[\w*-][\w.*-]*$/;

/** `undefined`: nothing to say. */
export function lintPathRule(
  { text, tool }: Rule,
  specifier: string,
  list: RuleListName,
): RuleProblem | undefined {
  const field = /^(?:file_path|path|notebook_path):(.*)$/su.exec(specifier);
  if (field)
    return { level: 'error', message: `"${text}" never matches; write ${tool}(${field[1]}).` };
  const problem = PLAIN.test(specifier) ? undefined : unusable(specifier);
  if (problem !== undefined) return { level: 'error', message: problem };
  if (SYSTEM_FOLDER.test(specifier)) {
    const message = `"${text}" starts at the workspace; for the file system’s own ${specifier} write ${tool}(/${specifier}).`;
    return { level: 'warning', message };
  }
  return list === 'allow' && tool === 'Edit' ? lintProtected(text, specifier) : undefined;
}

function unusable(specifier: string): string | undefined {
  try {
    compilePath(specifier, 'grant', ANYWHERE);
    return undefined;
  } catch (error) {
    if (error instanceof RuleError) return error.message;
    throw error;
  }
}

function lintProtected(text: string, specifier: string): RuleProblem | undefined {
  const names = specifier.split('/').filter((name) => name !== '' && !/[*?[]/u.test(name));
  const folded = names.map(foldName);
  if (isGitInternal(folded)) {
    return {
      level: 'warning',
      message: `"${text}" has no effect: nothing lets a tool write git’s own files.`,
    };
  }
  const found = protectedName(folded);
  if (found === undefined) return undefined;
  const message = `"${text}" has no effect: ${found} is protected, and only an ask answer with asked_because: protected_path opens it.`;
  return { level: 'warning', message };
}
