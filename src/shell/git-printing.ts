const SUMMARY =
  /^--(?:stat|name-only|name-status|numstat|shortstat|summary|raw|no-patch|quiet|dirstat|compact-summary)\b|^-s$/;
const PATCH =
  /^-[a-zA-Z]*[pu]|^-[SGLU]|^--(?:patch|unified|cc|word-diff|function-context|binary)|^-[cmW]$/;
/** They print what files hold, unless they are asked for a summary. */
const PRINTING = /^(?:diff|show|range-diff)$/;
/** They print it in any case. */
const WHOLE = /^(?:grep|archive|format-patch|fast-export|bundle)$/;
/** They print it when they are asked for it. */
const ASKED = /^(?:log|whatchanged|stash|reflog|diff-tree|diff-index|diff-files)$/;
/** Whether a git command prints what files hold. */
export function printsContent(command: string, rest: readonly string[]): boolean {
  const patch = rest.some((arg) => PATCH.test(arg));
  if (WHOLE.test(command)) return true;
  if (command === 'cat-file') return rest.some((arg) => /^--batch(?:=|$|-co|-al)/.test(arg));
  if (PRINTING.test(command)) return patch || !rest.some((arg) => SUMMARY.test(arg));
  return ASKED.test(command) && patch;
}
