import type { SubjectCommand } from '../tool/subject.ts';

/** Built-ins that set variables or run text that may. Other programs can't reach the shell's own. */
const SETTING =
  /^(?:read|printf|export|declare|typeset|local|readonly|unset|mapfile|readarray|getopts|let|wait|eval|source|\.|trap|alias|hash|enable|set|shift|coproc|builtin|command)$/;
/** A plain command: no assignment, no sum, no function, no head of another loop. */
const PLAIN_NAME = /^(?:[\w./+-]+|\[)$/;

/** Whether a line leaves all variables but those of its loops as they are. When in doubt, it doesn't. */
export function setsNothing(line: string, commands: readonly SubjectCommand[]): boolean {
  // `${x:=y}`, `((x = 1))`, `{x}> file`
  if (/\$\{[^}]*=|\(\(|\}[<>]/.test(line)) return false;
  return commands.every(({ text }) => {
    const name = text.split(' ', 1)[0] ?? '';
    return PLAIN_NAME.test(name) && !SETTING.test(name.slice(name.lastIndexOf('/') + 1));
  });
}

/** A revision that git itself computes: a hash, whatever it is asked for. */
const HASH =
  /="?\$\(git (?:merge-base|rev-parse(?: --(?:short|verify))?)(?: \w[\w./~^@-]*){1,2}\)"?/g;

/** Whether a name stands in a text as more than `$name`: `name=`, `read name`, `${name:=x}`. */
export function setsVariable(text: string, name: string): boolean {
  const rest = text
    .replaceAll(HASH, '=$')
    .replaceAll(new RegExp(`(?<!\\w)${name}=\\$(?!\\w|\\{|\\()`, 'g'), '')
    .replaceAll(new RegExp(`\\$(?:${name}\\b|\\{${name}\\})`, 'g'), '');
  return new RegExp(`\\b${name}\\b`).test(rest);
}
