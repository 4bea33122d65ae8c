/**
 * A text in which `*` stands for any characters: what a Bash rule, a skill's or an agent's name is
 * held against.
 */
export interface TextPattern {
  /** The plain text between the stars; one piece alone means an exact text. */
  readonly pieces: readonly string[];
  /** The same without the ` *` at its end, which also matches with nothing after it. */
  readonly bare: readonly string[] | undefined;
}

/**
 * Compiles a specifier. `x:*` at the end is `x *`; a trailing ` *` needs a word boundary and matches the
 * bare text too; `\*`, `\(`, `\)`, `\\` are plain characters. Quotes are read as the shell reads them,
 * as the texts compared have lost theirs: the result has a form with and one without them.
 */
export function compileText(specifier: string): TextPattern[] {
  const unquoted = withoutQuotes(specifier);
  return [specifier, ...(unquoted === undefined ? [] : [unquoted])].map(compileOne);
}

export function isExact(pattern: TextPattern): boolean {
  return pattern.pieces.length === 1;
}

export function matchesText(pattern: TextPattern, text: string): boolean {
  return (
    matchesPieces(pattern.pieces, text) ||
    (pattern.bare !== undefined && matchesPieces(pattern.bare, text))
  );
}

/**
 * Does `text` consist of the pieces in their order, with anything between them? The middle ones take
 * their leftmost places: one pass, and right whenever any placing is.
 */
export function matchesPieces(pieces: readonly string[], text: string): boolean {
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (pieces.length === 1) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}

/** Does it match a text that begins like this, whatever comes behind? */
export function mayMatch({ pieces }: TextPattern, start: string): boolean {
  const first = pieces[0] ?? '';
  // What isn't known may also be nothing.
  if (first.startsWith(start) || first === start.trimEnd()) return true;
  // Any star takes in the rest of the start, and the pieces after it may come behind.
  return pieces.length > 1 && start.startsWith(first);
}

/** The first word, when the pattern leaves no choice of it: rules are looked up by it. */
export function firstWordOf(pattern: TextPattern): string | undefined {
  const first = pattern.pieces[0] ?? '';
  const blank = first.indexOf(' ');
  return blank > 0 ? first.slice(0, blank) : undefined;
}

/** A text as a specifier that matches it alone. */
export function escapeText(text: string): string {
  return text.replace(/[\\*()]/gu, '\\$&');
}

function compileOne(specifier: string): TextPattern {
  const prefix = /^(.*[^\\]):\*$/su.exec(specifier)?.[1];
  const pieces = split(prefix === undefined ? specifier : `${prefix} *`);
  const last = pieces.at(-2);
  if (pieces.at(-1) !== '' || last === undefined || !/[^ ] $/u.test(last)) {
    return { pieces, bare: undefined };
  }
  return { pieces, bare: [...pieces.slice(0, -2), last.slice(0, -1)] };
}

function split(specifier: string): string[] {
  const pieces = [''];
  for (let at = 0; at < specifier.length; at += 1) {
    const character = specifier[at] ?? '';
    const next = specifier[at + 1] ?? '';
    if (character === '*') {
      pieces.push('');
      continue;
    }
    const escaped = character === '\\' && next !== '' && '*()\\'.includes(next);
    if (escaped) at += 1;
    pieces[pieces.length - 1] += escaped ? next : character;
  }
  return pieces;
}

/** `undefined` when there are no quotes, or one is never closed. */
function withoutQuotes(specifier: string): string | undefined {
  let plain = '';
  for (let at = 0; at < specifier.length; at += 1) {
    const character = specifier[at] ?? '';
    if (character !== '"' && character !== "'") {
      plain += character;
      continue;
    }
    const end = specifier.indexOf(character, at + 1);
    if (end < 0) return undefined;
    plain += specifier.slice(at + 1, end);
    at = end;
  }
  return plain === specifier ? undefined : plain;
}
