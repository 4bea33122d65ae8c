/** Names beyond this many characters are left for a search to find. */
const MOST_CHARS = 4_000;

/**
 * The names of deferred tools, short: those of a server on one line, without what they begin with. Sorted
 * as given; names that don't fit are counted.
 */
export function deferredList(names: readonly string[]): string {
  const groups = new Map<string, string[]>();
  let chars = 0;
  let left = 0;
  for (const name of names) {
    const [start, rest] = splitName(name);
    chars += rest.length + 2 + (groups.has(start) ? 0 : start.length + 4);
    if (chars > MOST_CHARS) left += 1;
    else groups.set(start, [...(groups.get(start) ?? []), rest]);
  }
  const lines = [...groups].map(([start, rest]) =>
    start === '' ? `- ${rest.join(', ')}` : `- ${start}…: ${rest.join(', ')}`,
  );
  return [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
}

/** `mcp__server__tool` before and behind its last `__`. A server's name has none in it. */
function splitName(name: string): readonly [start: string, rest: string] {
  const found = /^(mcp__.+?__)(.+)$/u.exec(name);
  return [found?.[1] ?? '', found?.[2] ?? name];
}
