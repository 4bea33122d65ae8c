import { type MappedText, MappedTextBuilder } from './mapped-text.ts';

/** Characters that no screen shows: they break a value up for a machine and not for a reader. */
const UNSEEN =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb';

/** What is left out. Each alternative is bounded, and begins with a character that few texts are full of. */
const LEFT_OUT = [
  // Colours and other orders to a terminal.
  '\\u001b\\[[0-9;:?]{0,32}[@-~]',
  '\\u001b\\][^\\u0007\\u001b]{0,256}(?:\\u0007|\\u001b\\\\)',
  `[${UNSEEN}]`,
  '\\udb40[\\udc00-\\udfff]',
  '<!--[^]{0,256}?-->',
];
const leftOutAndEscaped = (backslash: string) => [
  `${backslash}(?:u001[bB]|x1[bB]|033|e)\\[[0-9;:?]{0,32}[@-~]`,
  ...LEFT_OUT,
  `${backslash}(?:u([0-9a-fA-F]{4})|u\\{([0-9a-fA-F]{1,6})\\}|x([0-9a-fA-F]{2})|([0-3][0-7]{2}))`,
  '%([0-9a-fA-F]{2})',
  '&#(?:[xX]0{0,4}([0-9a-fA-F]{1,6})|0{0,4}([0-9]{1,7}));?',
];
const anyOf = (alternatives: readonly string[]) => new RegExp(alternatives.join('|'), 'g');

/** Ways to read a text. The first does for values that hold no escapes of their own. */
const READINGS: readonly RegExp[] = [
  // Behind one backslash, or the more that it takes within a string within a string.
  anyOf(leftOutAndEscaped('\\\\{1,4}')),
  anyOf(leftOutAndEscaped('\\\\')),
  anyOf(LEFT_OUT),
];
const HAS_ESCAPES = /\\|%[0-9a-fA-F]{2}|&#/;
const IS_UNSEEN = new RegExp(`[${UNSEEN}]|\\udb40[\\udc00-\\udfff]`);
/** By group of the pattern above. */
const BASES = [16, 16, 16, 8, 16, 16, 10];

/**
 * The text as it reads when what is escaped, by number, is written out (`\u0073`, `\x73`, `\163`,
 * `%73`, `&#115;`; bytes become one character each) and what nobody sees is left out. Only `reach`
 * characters around such places; `undefined`: there is none.
 */
export function escapeView(text: string, reach: number, reading: RegExp): MappedText | undefined {
  reading.lastIndex = 0;
  let found = reading.exec(text);
  if (!found) return undefined;
  const view = new MappedTextBuilder();
  let done = Math.max(0, found.index - reach);
  for (; found; found = reading.exec(text)) {
    const start = found.index;
    if (start - done > 2 * reach) {
      view.add(text.slice(done, done + reach), done, done + reach);
      view.gap(done + reach);
      done = start - reach;
    }
    view.add(text.slice(done, start), done, start);
    done = start + found[0].length;
    view.add(meaning(found), start, done);
  }
  const end = Math.min(text.length, done + reach);
  view.add(text.slice(done, end), done, end);
  return view.build();
}

/** The readings that it takes to find a value: one that holds `%41` itself must not lose that. */
export function readingsFor(values: readonly string[]): readonly RegExp[] {
  return values.some((value) => HAS_ESCAPES.test(value)) ? READINGS : READINGS.slice(0, 1);
}

function meaning(found: RegExpExecArray): string {
  for (let group = 1; group < found.length; group += 1) {
    const digits = found[group];
    if (digits === undefined) continue;
    const code = Number.parseInt(digits, BASES[group - 1]);
    if (code > 0x10ffff) return found[0];
    const character = String.fromCodePoint(code);
    return IS_UNSEEN.test(character) ? '' : character;
  }
  return '';
}
