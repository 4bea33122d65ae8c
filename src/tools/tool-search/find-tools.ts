import { nearest } from '../../base/nearest.ts';
import { oneLine } from '../../base/text.ts';
import { deferredTools } from '../../tool/deferral.ts';
import type { AnyTool } from '../../tool/tool.ts';
import { rankTools } from './rank-tools.ts';
import type { ToolSearchInput, ToolSearchOutput } from './tool-search-schema.ts';

const DEFAULT_RESULTS = 5;
/** So many names of one query are looked up … */
const MOST_SELECTED = 50;
/** … and for so many that are wrong a right one is sought: that takes long among thousands. */
const MOST_GUESSED = 3;
const LONGEST_NAME = 100;

/**
 * What a query finds among the deferred tools of a pool: by exact names (`select:A,B`), else by keywords.
 * Tools that are not in the pool, denied ones too, are treated like ones that don't exist.
 */
export function findTools(
  { query, max_results: most = DEFAULT_RESULTS }: ToolSearchInput,
  pool: readonly AnyTool[],
): ToolSearchOutput {
  const deferred = deferredTools(pool);
  const selected = /^\s*select:(.*)$/isu.exec(query)?.[1];
  const { found, notes } =
    selected === undefined
      ? byKeywords(query, most, deferred)
      : byNames(selected.split(','), pool, deferred);
  return { query, found: found.map(({ name }) => name), notes, total: deferred.length };
}

interface Found {
  readonly found: readonly AnyTool[];
  readonly notes: string[];
}

function byKeywords(query: string, most: number, deferred: readonly AnyTool[]): Found {
  const ranked = rankTools(deferred, query);
  const found = ranked.slice(0, most);
  const more = ranked.length - found.length;
  if (found.length === 0) {
    return { found, notes: ['No tool fits. Try other words, or the name of a server.'] };
  }
  return {
    found,
    notes:
      more > 0 ? [`${more} more fit less well: raise max_results, or say it more exactly.`] : [],
  };
}

function byNames(
  given: readonly string[],
  pool: readonly AnyTool[],
  deferred: readonly AnyTool[],
): Found {
  const names = [...new Set(given.map((name) => name.trim()).filter((name) => name !== ''))];
  const byName = new Map(
    pool.flatMap((tool) => namesOf(tool).map((name) => [name, tool] as const)),
  );
  const found = new Set<AnyTool>();
  const notes: string[] = [];
  let guessed = 0;
  for (const name of names.slice(0, MOST_SELECTED)) {
    const tool = byName.get(name);
    if (!tool) {
      guessed += 1;
      notes.push(missing(name, guessed > MOST_GUESSED ? [] : deferred));
    } else if (deferred.includes(tool)) found.add(tool);
    else notes.push(`${tool.name} is there already: call it.`);
  }
  const left = names.length - MOST_SELECTED;
  if (left > 0)
    notes.push(`${left} more names were passed over: at most ${MOST_SELECTED} at once.`);
  if (names.length === 0) notes.push('Write the names behind `select:`, with commas between.');
  return { found: [...found], notes };
}

function missing(name: string, deferred: readonly AnyTool[]): string {
  const names = name.length > LONGEST_NAME ? [] : deferred.map((tool) => tool.name);
  const near = nearest(name, names);
  return `There is no tool ${oneLine(name, LONGEST_NAME)}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
}

function namesOf(tool: AnyTool): readonly string[] {
  return [tool.name, ...tool.aliases];
}
