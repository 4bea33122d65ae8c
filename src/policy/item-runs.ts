/** Items of one list, a line each, that read the same to anybody: what is between the first and the last. */
export interface ItemRun {
  /** Offsets of the values that stay for the YAML parser. */
  readonly first: number;
  readonly last: number;
  readonly between: readonly { readonly offset: number; readonly value: string }[];
}

interface Item {
  readonly indent: string;
  readonly start: number;
  readonly offset: number;
  readonly value: string;
}

/**
 * One printable ASCII line `- 'x'`, `- "x"` or `- Tool(x)` without anything that YAML gives a second
 * meaning: no doubled quote, no backslash, no `: `, no ` #` in bare text, nothing that could be a number.
 */
const ITEM =
  /^( *)(- +)(?:'([ -&(-~]*)'|"([ !#-[\]-~]*)"|(?!.*(?:: | #))(mcp__\w+|[A-Za-z]\w*\([ -~]*\)))(?: +#.*| *)\r?$/;
const NO_ITEM = /^ *(?:#.*)?\r?$/;
const FEWEST = 4;

/**
 * Long lists of plain items make nearly all of a policy and nearly all of the time that parsing takes.
 * Gives the text with the middle of each such run made one comment, so that every offset stays. It may
 * be believed only if the parser finds `first` and `last` as neighbours in one list of lines: what stands
 * between at the same indent is then items of the list too. Otherwise (the run is part of a longer
 * text, say) the whole has to be parsed.
 */
export function condense(text: string): { text: string; runs: readonly ItemRun[] } {
  const runs: ItemRun[] = [];
  const kept: string[] = [];
  let copied = 0;
  for (const items of runsOf(text)) {
    const [first, second] = items;
    const last = items.at(-1);
    if (!first || !second || !last || items.length < FEWEST) continue;
    runs.push({ first: first.offset, last: last.offset, between: items.slice(1, -1) });
    kept.push(text.slice(copied, second.start), '#'.repeat(last.start - second.start - 1), '\n');
    copied = last.start;
  }
  return { text: kept.join('') + text.slice(copied), runs };
}

function* runsOf(text: string): Generator<readonly Item[]> {
  let items: Item[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    const item = itemOf(line, start);
    start = end + 1;
    // Comments and empty lines end nothing.
    if (!item && NO_ITEM.test(line)) continue;
    if (item?.indent !== items[0]?.indent) {
      yield items;
      items = [];
    }
    if (item) items.push(item);
  }
  yield items;
}

function itemOf(line: string, start: number): Item | undefined {
  const found = ITEM.exec(line);
  if (!found) return undefined;
  const [, indent = '', dash = '', single, double, bare] = found;
  const value = single ?? double ?? bare ?? '';
  return { indent, start, offset: start + indent.length + dash.length, value };
}
