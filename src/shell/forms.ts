import { withoutGlobalOptions } from './git-effects.ts';
import { programName } from './program-name.ts';
import type { ShellAssignment } from './simple-command.ts';
import { allValues, type ShellWord } from './word.ts';

/** Variables that choose no program, no file and no address. Everything else is part of the command. */
const SAFE_NAMES =
  /^(NODE_ENV|CI|DEBUG_COLORS|FORCE_COLOR|NO_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES|TERM|TZ|LANG|LANGUAGE|LC_[A-Z]+|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|RUST_BACKTRACE|RUST_LOG|GOOS|GOARCH|CGO_ENABLED)$/;

/** The words of a command as rules see them. */
export function textOf(
  assignments: readonly ShellAssignment[],
  words: readonly ShellWord[],
): string {
  const parts = assignments.length > 0 ? [...assignments, ...words] : words;
  return parts.map(({ text }) => text).join(' ');
}

/** A known-safe name with a literal value: stripped before allow rules are matched. */
export function isSafeAssignment({ name, value }: ShellAssignment): boolean {
  return SAFE_NAMES.test(name) && value !== undefined;
}

/** Harmless even with no rule: a locale or a time zone with a slash would be read as a file. */
export function isHarmlessAssignment(assignment: ShellAssignment): boolean {
  return (
    isSafeAssignment(assignment) && /^([\w.@:+-]*|[A-Z]\w+\/\w+)$/.test(assignment.value ?? '/')
  );
}

/** What an allow rule may match, wrappers aside. */
export function ownAllowForms(
  assignments: readonly ShellAssignment[],
  words: readonly ShellWord[],
): readonly string[] {
  const whole = textOf(assignments, words);
  const stripped = assignments.length > 0 && assignments.every(isSafeAssignment);
  return stripped ? [whole, textOf([], words)] : [whole];
}

/** What a deny or ask rule may match, wrappers aside: no way of writing the same command escapes it. */
export function ownDenyForms(
  assignments: readonly ShellAssignment[],
  words: readonly ShellWord[],
): readonly string[] {
  const forms = new Set([textOf(assignments, words)]);
  if (assignments.length > 0) forms.add(textOf([], words));
  const isLiteral = words.every(
    ({ text, values }) => values?.length === 1 && values[0]?.text === text,
  );
  const name = words[0]?.text ?? '';
  // Most are read in one way only, and joining thousands of words is what takes time.
  if (isLiteral && name !== 'git' && !name.includes('/')) return [...forms];
  const texts = words.map(({ text }) => text);
  const values = isLiteral ? undefined : allValues(words)?.map(({ text }) => text);
  for (const reading of values ? [texts, values] : [texts]) {
    const path = reading[0] ?? '';
    // `/usr/bin/curl x` is `curl x`.
    const plain = [path.slice(path.lastIndexOf('/') + 1), ...reading.slice(1)];
    forms.add(plain.join(' '));
    // `git -C . push` is `git push`.
    if (plain[0] === 'git') forms.add(['git', ...withoutGlobalOptions(plain.slice(1))].join(' '));
  }
  return [...forms];
}

/**
 * What the deny forms begin with up to the first word that isn't known: a rule for `git push` has to be
 * feared in `git $X`. None: all words are known.
 * @param goesOn more words come from elsewhere.
 */
export function openForms(words: readonly ShellWord[], goesOn = false): readonly string[] {
  const at = words.findIndex(({ values }) => !values);
  if (at < 0 && !goesOn) return [];
  const known = at < 0 ? words : words.slice(0, at);
  // Of the word itself what stands before the expansion; unquoted braces and tildes count as one.
  const head = /^[\w./:=@,+-]*/.exec(words[at]?.text ?? '')?.[0] ?? '';
  return ownDenyForms([], known).map((form) => (form === '' ? head : `${form} ${head}`));
}

/** A name that no rule should match by accident: not known beforehand, or not what it looks like. */
export function problemOfName(words: readonly ShellWord[]): string | undefined {
  const [word] = words;
  const name = programName(word);
  if (!word || name === undefined)
    return `Which program ${word?.text ?? ''} is, is not known beforehand.`;
  if (name === '' || /\s/.test(word.text)) return 'A program name is empty or has a blank in it.';
  // In zsh this is the path of the program; in bash it is a strange name.
  return word.text.startsWith('=') ? `The program name ${word.text} starts with =.` : undefined;
}
