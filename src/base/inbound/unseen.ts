/** All that is not drawn: controls, formats, fillers, selectors, tags, lone halves, private characters. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029]/gu;
/** The only flags that are written with tag characters. */
const FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;
const PICTURE_BEFORE = /\p{Extended_Pictographic}$/u;
const JOINABLE_BEFORE = /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?$/u;
const PICTURE_BEHIND = /^\p{Extended_Pictographic}/u;
/** Scripts that write with joiners. */
const JOINING =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const LETTER_BEFORE = new RegExp(`${JOINING}$`, 'u');
const LETTER_BEHIND = new RegExp(`^${JOINING}`, 'u');

/** The text with what nobody sees rewritten; how emoji and some scripts use such characters stays. */
export function rewriteUnseen(text: string, write: (unseen: string) => string): string {
  // Nearly all text is of printable ASCII.
  if (!/[^\n\t\u0020-\u007e]/.test(text)) return text;
  const flags = new Set<number>();
  for (const found of text.matchAll(FLAG)) {
    for (let at = 2; at < found[0].length; at += 2) flags.add(found.index + at);
  }
  return text.replace(UNSEEN, (unseen, at: number) => {
    const stays = unseen === '\n' || unseen === '\t' || flags.has(at) || isUsed(unseen, text, at);
    return stays ? unseen : write(unseen);
  });
}

/** For code and diffs: what nobody sees stands there as `\u202e`. */
export function showUnseen(text: string): { readonly text: string; readonly shown: number } {
  let shown = 0;
  const visible = rewriteUnseen(text.replaceAll('\r\n', '\n'), (unseen) => {
    shown += 1;
    const code = (unseen.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
  return { text: visible, shown };
}

function isUsed(unseen: string, text: string, at: number): boolean {
  if (!'\u200c\u200d\ufe0e\ufe0f'.includes(unseen)) return false;
  const before = text.slice(Math.max(0, at - 4), at);
  const behind = text.slice(at + 1, at + 3);
  if (unseen === '\u200c' || unseen === '\u200d') {
    if (LETTER_BEFORE.test(before) && LETTER_BEHIND.test(behind)) return true;
    return unseen === '\u200d' && JOINABLE_BEFORE.test(before) && PICTURE_BEHIND.test(behind);
  }
  // A digit only before the sign that puts a key around it.
  return PICTURE_BEFORE.test(before) || (/[0-9#*]$/.test(before) && behind.startsWith('\u20e3'));
}
