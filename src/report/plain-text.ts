/** Terminal control: colours, cursor moves, titles and links. */
const ANSI =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u009b[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]?/g;

/** Characters that turn the order of what one reads. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Characters without any width, the Unicode tags and the odd variation selectors: they hide text. */
const ZERO_WIDTH =
  /[\u00ad\u180e\u200b-\u200d\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e01ef}]|[\ufe00-\ufe0d]/gu;

/** All that Unicode says is not drawn, the selectors in emoji too. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** What is left of control characters, line breaks and tabs not among them. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/gu;

/**
 * Text of others as what one sees of it: no terminal control, one kind of line break, nothing
 * invisible, and characters that reorder text (Trojan Source) written out as `\u202e`.
 */
export function plainText(text: string): string {
  // Nearly all text is of printable ASCII: one look instead of six rewrites.
  if (!/[^\n\t\u0020-\u007e]/.test(text)) return text;
  return text
    .replace(/\r\n?/g, '\n')
    .replace(ANSI, '')
    .replace(BIDI, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(ZERO_WIDTH, '')
    .replace(CONTROL, ' ');
}

/** The same text without anything that one doesn't see, whatever it does: for comparing, not for showing. */
export function withoutUnseen(text: string): string {
  if (!/[^\n\t\u0020-\u007e]/.test(text)) return text;
  return text
    .replace(ANSI, '')
    .replace(UNSEEN, '')
    .replace(CONTROL, (unit) => (unit === '\r' ? unit : ''));
}
