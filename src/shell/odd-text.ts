/** Longer lines are not judged: nobody could review them either. */
const MAX_CHARS = 10_000;

/** Longer ones are not even parsed. */
export const MAX_PARSED_CHARS = 200_000;

const ODD: readonly (readonly [RegExp, string])[] = [
  // A carriage return hides text on a terminal; a NUL is dropped by bash and so joins what we see apart.
  [/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u, 'It has a control character'],
  // Blanks that look like separators and are none for bash: `ls\u00a0-la` is the name of one program.
  [
    /[\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/u,
    'It has a blank that is not a space',
  ],
  // Marks that reorder or hide text, so that a person reads another command than bash does.
  [
    /[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u,
    'It has an invisible character',
  ],
  [/\p{Surrogate}/u, 'It has half of a character'],
];

/** Why the text of a command line is not to be trusted as it looks; `undefined`: nothing odd. */
export function oddText(command: string): string | undefined {
  if (command.length > MAX_CHARS) {
    return `It is longer than ${MAX_CHARS} characters. Put it into a script file.`;
  }
  for (const [pattern, what] of ODD) {
    const found = pattern.exec(command);
    if (found) return `${what} (position ${found.index + 1}).`;
  }
  return undefined;
}
