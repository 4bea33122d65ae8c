import type { AnyTool } from '../../tool/tool.ts';

/** A query holds no more words than this: what comes behind them says little. */
const MOST_WORDS = 20;

/** What a word of a query is worth where it stands: as a whole word, and as the beginning of one. */
const WORTH = {
  name: { whole: 10, start: 6 },
  hint: { whole: 5, start: 3 },
  description: { whole: 2, start: 1 },
} as const;
/** … and where it stands within a word of the name (`stdio` in `mcpstdio`). */
const WITHIN_NAME = 3;

interface Words {
  readonly name: ReadonlySet<string>;
  readonly hint: ReadonlySet<string>;
  readonly description: ReadonlySet<string>;
}

/** A tool is made once; so are the words it is found by. */
const known = new WeakMap<AnyTool, Words>();

/**
 * The tools that fit keywords, best first; equals in their own order. Each has to have every `+word` in its
 * name, and without such at least one word anywhere. Takes time in proportion to the words of all tools.
 */
export function rankTools(tools: readonly AnyTool[], query: string): readonly AnyTool[] {
  const asked = query.split(/\s+/u).slice(0, MOST_WORDS);
  const required = asked
    .filter((word) => word.startsWith('+'))
    .flatMap(split)
    .slice(0, MOST_WORDS);
  const words = [...new Set(asked.flatMap(split))].slice(0, MOST_WORDS);
  const scored = tools.flatMap((tool) => {
    const own = wordsOf(tool);
    if (!required.every((word) => isIn(own.name, word))) return [];
    const score = words.reduce((sum, word) => sum + scoreOf(own, word), 0);
    return score > 0 ? [{ tool, score }] : [];
  });
  return scored.sort((a, b) => b.score - a.score).map(({ tool }) => tool);
}

function scoreOf(own: Words, word: string): number {
  const inName = worthIn(own.name, word, WORTH.name) || (isIn(own.name, word) ? WITHIN_NAME : 0);
  return (
    inName + worthIn(own.hint, word, WORTH.hint) + worthIn(own.description, word, WORTH.description)
  );
}

function worthIn(
  own: ReadonlySet<string>,
  word: string,
  { whole, start }: { readonly whole: number; readonly start: number },
): number {
  if (own.has(word)) return whole;
  // “issues” finds “issue”, and “comment” finds “comments”; two letters would find anything.
  const begins = (long: string, short: string) => short.length > 2 && long.startsWith(short);
  return [...own].some((one) => begins(one, word) || begins(word, one)) ? start : 0;
}

function isIn(name: ReadonlySet<string>, word: string): boolean {
  return [...name].some((one) => one.includes(word));
}

function wordsOf(tool: AnyTool): Words {
  const words = known.get(tool) ?? {
    name: new Set(split(tool.name)),
    hint: new Set(split(tool.searchHint)),
    description: new Set(split(tool.description())),
  };
  known.set(tool, words);
  return words;
}

/** Lower-case words: `createIssue`, `create_issue` and `create-issue` are two. */
function split(text: string): string[] {
  return text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
