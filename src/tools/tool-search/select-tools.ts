import { nearest } from '../../base/nearest.ts';
import { countOf, listOf, oneLine } from '../../base/text.ts';
import type { AnyTool } from '../../tool/tool.ts';

/** So many names of one query are looked up … */
const MOST_SELECTED = 50;
/** … and for so many that are wrong a right one is sought: that takes long among thousands. */
const MOST_GUESSED = 3;
const LONGEST_NAME = 100;

export interface Found {
  readonly found: readonly AnyTool[];
  /** Sentences about what was not found, or was there already. */
  readonly notes: readonly string[];
}

/** The names in a list as models write it: with commas, blanks, quotes and brackets. Each once. */
export function namesIn(text: string): readonly string[] {
  const names = text.split(/[\s,;]+/u).map((name) => name.replace(/^["'`[(]+|["'`\])]+$/gu, ''));
  return [...new Set(names.filter((name) => name !== ''))];
}

/**
 * The tools of these names. A name whose case is wrong, or that leaves out its server, means the one tool that it
 * fits; where it fits several, or none, a sentence says what there is.
 * @param waiting those of the pool whose definitions wait.
 */
export function selectTools(
  names: readonly string[],
  pool: readonly AnyTool[],
  waiting: readonly AnyTool[],
): Found {
  const known = index(pool);
  const found = new Set<AnyTool>();
  const notes: string[] = [];
  const unknown: string[] = [];
  for (const name of names.slice(0, MOST_SELECTED)) {
    const meant = [...(known.exact.get(name) ?? known.folded.get(foldedName(name)) ?? [])];
    const [tool, ...others] = meant;
    if (tool === undefined) unknown.push(name);
    else if (others.length > 0) notes.push(severalOf(name, meant));
    else if (waiting.includes(tool)) found.add(tool);
    else notes.push(`${tool.name} is there already: call it.`);
  }
  notes.push(...missing(unknown, waiting));
  const left = names.length - MOST_SELECTED;
  if (left > 0)
    notes.push(
      `Passed over, as there are at most ${MOST_SELECTED} at once: ${countOf(left, 'more name')}.`,
    );
  if (names.length === 0) notes.push('Write the names behind `select:`, with commas between.');
  return { found: [...found], notes };
}

type Index = Map<string, Set<AnyTool>>;

/** By name and former name as written; and by what they fold to, a server's tool also without its server. */
function index(pool: readonly AnyTool[]): { readonly exact: Index; readonly folded: Index } {
  const exact: Index = new Map();
  const folded: Index = new Map();
  for (const tool of pool) {
    for (const name of [tool.name, ...tool.aliases]) {
      put(exact, name, tool);
      put(folded, foldedName(name), tool);
    }
    if (tool.mcpInfo) put(folded, foldedName(ownName(tool.name)), tool);
  }
  return { exact, folded };
}

function put(index: Index, name: string, tool: AnyTool): void {
  index.set(name, (index.get(name) ?? new Set()).add(tool));
}

function ownName(name: string): string {
  return name.replace(/^mcp__.+?__/u, '');
}

/** Case says little, and so does which line joins words. */
function foldedName(name: string): string {
  return name.toLowerCase().replace(/[-_]+/gu, '_');
}

function severalOf(name: string, meant: readonly AnyTool[]): string {
  const names = meant.map((tool) => tool.name);
  return `${oneLine(name, LONGEST_NAME)} fits ${names.length} tools: ${listOf(names, 10)}.`;
}

function missing(unknown: readonly string[], waiting: readonly AnyTool[]): readonly string[] {
  const names = waiting.map((tool) => tool.name);
  const told = unknown.slice(0, MOST_GUESSED).map((name) => {
    const near = name.length > LONGEST_NAME ? undefined : nearestTool(name, names);
    const shown = oneLine(name, LONGEST_NAME);
    return `There is no tool ${shown}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
  });
  const rest = unknown.slice(MOST_GUESSED).map((name) => oneLine(name, LONGEST_NAME));
  return rest.length === 0 ? told : [...told, `Nor is there ${listOf(rest, 10)}.`];
}

/** The nearest of all, else the one that is near without its server. */
function nearestTool(name: string, names: readonly string[]): string | undefined {
  const own = nearest(name, names) ?? nearest(ownName(name), names.map(ownName));
  return names.find((one) => one === own || ownName(one) === own);
}
