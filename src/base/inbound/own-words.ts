const QUOTE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|\[\^[^[\]\s]{1,99}\]:)[ \t]+)*>/;
/** What begins something else below a quote; other lines go on with its paragraph. */
const OTHER_BLOCK =
  /^[ \t]*(?:$|#{1,6}(?:[ \t]|$)|`{3}|~{3}|[-*+][ \t]|1[.)][ \t]|<|\ufdd0|(?:[-*_][ \t]*){3,}$)/;
const HAS_WORDS = /[^\s>]/;

/** Cleaned prose without what its author quotes, in Markdown or in HTML. */
export function withoutQuotes(text: string): string {
  let goesOn = false;
  const own = text.split('\n').filter((line) => {
    const isQuote = QUOTE.test(line) || (goesOn && !OTHER_BLOCK.test(line));
    goesOn = isQuote && HAS_WORDS.test(line);
    return !isQuote;
  });
  return withoutTags(own.join('\n'), /^(?:blockquote|q)$/, () => '');
}

/** Rewrites each outermost element of those names, to the end of the text if nothing closes it. */
export function withoutTags(text: string, names: RegExp, write: (all: string) => string): string {
  const out: string[] = [];
  let at = 0;
  let depth = 0;
  for (const tag of text.matchAll(/<(\/?)([a-z]{1,12})>/gi)) {
    if (!names.test((tag[2] ?? '').toLowerCase())) continue;
    if (depth === 0 && tag[1] === '') {
      out.push(text.slice(at, tag.index));
      at = tag.index;
    }
    if (tag[1] === '') depth += 1;
    else if (depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      const end = tag.index + tag[0].length;
      out.push(write(text.slice(at, end)));
      at = end;
    }
  }
  out.push(depth > 0 ? write(text.slice(at)) : text.slice(at));
  return out.join('');
}
