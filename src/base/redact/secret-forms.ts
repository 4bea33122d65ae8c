import { Buffer } from 'node:buffer';
import { base32Forms } from './base32-forms.ts';
import { base64Forms } from './base64-forms.ts';

/** One way a secret may stand in a text. */
export interface SecretForm {
  readonly text: string;
  /** A run of this many characters of `text` counts as the secret: its length, or less for long tokens. */
  readonly part: number;
  /** It only counts between characters that are no letters or digits: short values stand in many words. */
  readonly bounded: boolean;
}

/** A run this long of a token is a leak of it, and can't be a chance. */
const MIN_PART = 16;
const MIN_LINE = 8;
/** Shorter values are not encoded: their encodings would be four or five common characters. */
const MIN_ENCODED = 6;

/** Values that stand everywhere: hiding them would hide the log and protect nothing. */
const TRIVIAL: ReadonlySet<string> = new Set(
  'true false null none undefined main master test user admin root local localhost default production development staging example redacted password secret token'.split(
    ' ',
  ),
);

/** False for values that are too short or too common to be hidden. */
export function isHideable(value: string): boolean {
  const trimmed = value.trim();
  if (trimmed.length < 4 || TRIVIAL.has(trimmed.toLowerCase())) return false;
  return !/^(.)\1*$/su.test(trimmed);
}

/**
 * Every form of a secret that is looked for: as it is, its lines, and both as JSON, URL, HTML and
 * shell escapes, base64 (wherever it starts in what was encoded), hex, and backwards.
 */
export function formsOf(value: string): SecretForm[] {
  return formsBy(writings, value);
}

/** Those that few texts hold: UTF-16 as base64 and hex, base32, and base64 of base64. */
export function rareFormsOf(value: string): SecretForm[] {
  return formsBy(rareWritings, value);
}

function formsBy(write: (piece: string) => Iterable<string>, value: string): SecretForm[] {
  const lines = value
    .split(/\r?\n|\r/u)
    .map((line) => line.trim())
    .filter((line) => line.length >= MIN_LINE && !/^-----[A-Z ]+-----$/u.test(line));
  const pieces = new Set([value, value.trim(), ...(lines.length > 1 ? lines : [])]);
  const forms = new Map<string, SecretForm>();
  for (const piece of [...pieces].filter(isHideable)) {
    const share = shortestPart(piece) / piece.length;
    for (const text of write(piece)) {
      if (text === '' || forms.has(text)) continue;
      forms.set(text, { text, part: Math.ceil(text.length * share), bounded: piece.length < 6 });
    }
  }
  return [...forms.values()];
}

/** Prose, paths and URLs share long runs with innocent text; a token shares none. */
function shortestPart(piece: string): number {
  const isToken = piece.length >= 24 && /^[\w.~+/=-]+$/u.test(piece) && /\d/u.test(piece);
  return isToken ? Math.max(MIN_PART, Math.ceil(piece.length / 3)) : piece.length;
}

function* writings(piece: string): Generator<string> {
  yield piece;
  if (piece.length < MIN_ENCODED) return;
  const bytes = Buffer.from(piece, 'utf8');
  // Most tokens hold nothing that is ever escaped, and start-up waits for this.
  if (!/^[\w.-]+$/.test(piece)) {
    yield* jsonForms(piece);
    yield* htmlForms(piece);
    yield* shellForms(piece);
    // What else a form or an address escapes, the views of a text write out.
    for (const text of [piece, bytes.toString('latin1')]) yield text.replaceAll(' ', '+');
  }
  yield bytes.toString('hex');
  yield bytes.toString('hex').toUpperCase();
  yield* base64Forms(bytes);
  // As it reads when its bytes are taken for characters.
  yield bytes.toString('latin1');
  if (piece.length < MIN_LINE) return;
  yield [...piece].reverse().join('');
  yield turned(piece);
  // Names of variables and hosts come in one case; words do too.
  if (shortestPart(piece) === piece.length) return;
  yield piece.toUpperCase();
  yield piece.toLowerCase();
}

/** Each letter by the one thirteen further. */
function turned(piece: string): string {
  return piece.replace(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
}

function* rareWritings(piece: string): Generator<string> {
  if (piece.length < MIN_ENCODED) return;
  const little = Buffer.from(piece, 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16()]) {
    yield bytes.toString('hex');
    yield bytes.toString('hex').toUpperCase();
    yield* base64Forms(bytes);
  }
  for (const form of base32Forms(Buffer.from(piece, 'utf8'))) {
    yield form;
    yield form.toUpperCase();
  }
  for (const inner of new Set(base64Forms(Buffer.from(piece, 'utf8')))) {
    yield* base64Forms(Buffer.from(inner, 'latin1'));
  }
}

function* jsonForms(piece: string): Generator<string> {
  const inside = (text: string) => JSON.stringify(text).slice(1, -1);
  const once = inside(piece);
  const ascii = once.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // PHP escapes the slash, Python what isn't ASCII, Go and others what HTML could stumble over.
  const html = once.replace(/[<>&]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);
  for (const form of [once, ascii, html, once.replaceAll('/', '\\/')]) {
    yield form;
    yield inside(form);
  }
}

function* htmlForms(piece: string): Generator<string> {
  const base = piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  yield base;
  const quoted = base.replaceAll('"', '&quot;');
  yield quoted;
  for (const apostrophe of ['&#39;', '&#x27;', '&apos;']) yield quoted.replaceAll("'", apostrophe);
  yield base.replaceAll('"', '&#34;').replaceAll("'", '&#39;');
}

function* shellForms(piece: string): Generator<string> {
  yield piece.replaceAll("'", "'\\''");
  yield piece.replaceAll("'", `'"'"'`);
  yield piece.replaceAll("'", "\\'");
  // As Python and Ruby show it between single quotes.
  yield piece.replaceAll('\\', '\\\\');
  yield piece.replace(/['\\]/g, '\\$&');
  yield piece.replace(/["$`\\]/g, '\\$&');
  yield piece.replace(/[^\w@%+=:,./-]/g, '\\$&');
}
