import { type MappedText, MappedTextBuilder } from './mapped-text.ts';
import { TAG_HALF, UNSEEN } from './unseen-units.ts';

/** What stands behind a backslash, a percent or an equals sign, or an ampersand; or is left out. */
interface Reading {
  readonly backslash?: RegExp;
  readonly percent?: RegExp;
  readonly entity?: RegExp;
  readonly equals?: RegExp;
}

const ANSI = /\u001b(?:\[[0-9;:?]{0,32}[@-~]|\][^\u0007\u001b]{0,256}(?:\u0007|\u001b\\))/y;
const COMMENT = /<!--[\s\S]{0,256}?-->/y;
const NUMBERS =
  '(?:(?:u001[bB]|x1[bB]|033|e)\\[[0-9;:?]{0,32}[@-~]|u([0-9a-fA-F]{4})|u\\{([0-9a-fA-F]{1,6})\\}|x([0-9a-fA-F]{2})|([0-3][0-7]{2}))';
/** By group of the patterns: in the order of `NUMBERS`, or hex and decimal. */
const BACKSLASH_BASES = [16, 16, 16, 8];
const OTHER_BASES = [16, 10];
const ENTITY = /&#(?:[xX]0{0,4}([0-9a-fA-F]{1,6})|0{0,4}([0-9]{1,7}));?/y;

/** Ways to read a text. The first does for values that hold no escapes of their own. */
const READINGS: readonly Reading[] = [
  {
    // Behind one backslash, or the more that it takes within a string within a string.
    backslash: new RegExp(`\\\\{1,4}${NUMBERS}`, 'y'),
    percent: /%([0-9a-fA-F]{2})/y,
    entity: ENTITY,
  },
  {
    backslash: new RegExp(`\\\\${NUMBERS}`, 'y'),
    percent: /%([0-9a-fA-F]{2})/y,
    entity: ENTITY,
  },
  {},
];
/** Ways that a text shows by one sign; few do. */
const RARE_READINGS: readonly (readonly [sign: string, reading: Reading])[] = [
  // Mail, with an equals sign at the end of a line that goes on.
  ['=3D', { equals: /=(?:\r?\n|([0-9A-F]{2}))/y }],
  // An address within an address.
  ['%25', { percent: /%(?:25){0,3}([0-9a-fA-F]{2})/y }],
];
const HAS_ESCAPES = /\\|%[0-9a-fA-F]{2}|&#/;

/** By UTF-16 unit: what can begin something to read otherwise. */
const STARTS = UNSEEN.slice();
for (const sign of '\\%&=<\u001b') STARTS[sign.charCodeAt(0)] = 1;
STARTS[TAG_HALF] = 1;

/** The readings that it takes to find a value: one that holds `%41` itself must not lose that. */
export function readingsFor(values: readonly string[]): readonly Reading[] {
  return values.some((value) => HAS_ESCAPES.test(value)) ? READINGS : READINGS.slice(0, 1);
}

/** The text as mail and as an address within an address, where it shows signs of them. */
export function rareEscapeViews(text: string, reach: number): (MappedText | undefined)[] {
  return RARE_READINGS.map(([sign, reading]) =>
    text.includes(sign) ? escapeView(text, reach, reading) : undefined,
  );
}

/**
 * The text as it reads when what is escaped, by number, is written out (`\u0073`, `\x73`, `\163`,
 * `%73`, `&#115;`; bytes become one character each) and what nobody sees is left out. Only `reach`
 * characters around such places; `undefined`: there is none.
 */
export function escapeView(text: string, reach: number, reading: Reading): MappedText | undefined {
  let view: MappedTextBuilder | undefined;
  let done = 0;
  const { length } = text;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (STARTS[unit] === 0) continue;
    const end = endOfEscape(text, at, unit, reading);
    if (end === at) continue;
    if (!view) {
      view = new MappedTextBuilder();
      done = Math.max(0, at - reach);
    } else if (at - done > 2 * reach) {
      view.add(text.slice(done, done + reach), done, done + reach);
      view.gap(done + reach);
      done = at - reach;
    }
    if (at > done) view.add(text.slice(done, at), done, at);
    view.add(meaning, at, end);
    done = end;
    at = end - 1;
  }
  if (!view) return undefined;
  const end = Math.min(length, done + reach);
  view.add(text.slice(done, end), done, end);
  return view.build();
}

/** What the escape that was read last means. */
let meaning = '';

function endOfEscape(text: string, at: number, unit: number, reading: Reading): number {
  if (unit === 0x5c) return readNumber(text, at, reading.backslash, BACKSLASH_BASES);
  if (unit === 0x25) return readNumber(text, at, reading.percent, OTHER_BASES);
  if (unit === 0x26) return readNumber(text, at, reading.entity, OTHER_BASES);
  if (unit === 0x3d) return readNumber(text, at, reading.equals, OTHER_BASES);
  if (unit === 0x3c) return readNumber(text, at, COMMENT, OTHER_BASES);
  meaning = '';
  if (unit === 0x1b) return Math.max(at + 1, readNumber(text, at, ANSI, OTHER_BASES));
  if (UNSEEN[unit] === 1) return at + 1;
  const isTag = unit === TAG_HALF && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
  return isTag ? at + 2 : at;
}

function readNumber(
  text: string,
  at: number,
  pattern: RegExp | undefined,
  bases: readonly number[],
): number {
  if (!pattern) return at;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (!found) return at;
  meaning = meaningOf(found, bases);
  return pattern.lastIndex;
}

function meaningOf(found: RegExpExecArray, bases: readonly number[]): string {
  for (let group = 1; group < found.length; group += 1) {
    const digits = found[group];
    if (digits === undefined) continue;
    const code = Number.parseInt(digits, bases[group - 1]);
    if (code > 0x10ffff) return found[0];
    const isTag = code >= 0xe0000 && code < 0xe0400;
    return isTag || (code < 65_536 && UNSEEN[code] === 1) ? '' : String.fromCodePoint(code);
  }
  return '';
}
