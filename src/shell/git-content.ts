import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { withoutGlobalOptions } from './git-effects.ts';
import { isSecretName } from './sensitive.ts';

const SUMMARY =
  /^--(?:stat|name-only|name-status|numstat|shortstat|summary|raw|no-patch|quiet|dirstat|compact-summary)\b|^-s$/;
const PATCH =
  /^-[a-zA-Z]*[pu]|^-[SGLU]|^--(?:patch|unified|cc|word-diff|function-context)|^-[cmW]$/;
/** They print what files hold, unless they are asked for a summary; the others, when they are asked for it. */
const PRINTING = /^(?:diff|show|grep)$/;
const ASKED = /^(?:log|whatchanged|stash|reflog|diff-tree|diff-index|diff-files|range-diff)$/;

/**
 * Why a git command may print a file with secrets that lies at the top of the tree, although it does not
 * name it; `undefined`: no such file, or its paths leave it out.
 */
export function printsSecret(args: readonly string[], top: string): string | undefined {
  const [command = '', ...rest] = withoutGlobalOptions(args);
  const patch = rest.some((arg) => PATCH.test(arg));
  const prints = PRINTING.test(command)
    ? command === 'grep' || patch || !rest.some((arg) => SUMMARY.test(arg))
    : ASKED.test(command) && patch;
  if (!prints || isLimited(command, rest, top)) return undefined;
  const secret = namesIn(top).find((name) => isSecretName(join(top, name)));
  if (secret === undefined) return undefined;
  return `git ${command} may print ${secret} with the rest: name the files behind --, or add -- ':(exclude)${secret}'`;
}

/** Whether it is among the commands whose operands may be `revision:file`. */
export function isShowing(args: readonly string[]): boolean {
  return /^(?:show|cat-file|diff|log|grep|blame|archive)$/.test(
    withoutGlobalOptions(args)[0] ?? '',
  );
}

function isLimited(command: string, rest: readonly string[], top: string): boolean {
  const end = rest.indexOf('--');
  const paths = end < 0 ? [] : rest.slice(end + 1);
  if (paths.some((path) => /^:(?:[!^]|\(exclude\))/.test(path))) return true;
  if (paths.length > 0) return paths.every(isPlainPath);
  const operands = rest.filter((arg) => !arg.startsWith('-'));
  if (command === 'show' && operands.length > 0) {
    return operands.every((operand) => /^[^:]+:./.test(operand));
  }
  const named = command === 'grep' ? operands.slice(1) : operands;
  return named.some((path) => isPlainPath(path) && existsSync(join(top, path)));
}

/** No pattern, no magic of pathspecs, not all that there is. */
function isPlainPath(path: string): boolean {
  return !/[*?[\\:]|^\.?\/*$|(?:^|\/)\.\.?(?:\/|$)/.test(path);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
