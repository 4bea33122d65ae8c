import { deferredTools } from '../../tool/deferral.ts';
import type { AnyTool } from '../../tool/tool.ts';
import { rankTools } from './rank-tools.ts';
import { type Found, namesIn, selectTools } from './select-tools.ts';
import type { ToolSearchInput, ToolSearchOutput } from './tool-search-schema.ts';

const DEFAULT_RESULTS = 5;
const MOST_RESULTS = 50;

const EMPTY = 'The query is empty: write keywords, or `select:` and names with commas between.';

/**
 * What a query finds among the deferred tools of a pool: by names (`select:A,B`, or nothing but names), else by
 * keywords. Tools that are not in the pool, denied ones too, are treated like ones that don't exist.
 */
export function findTools(
  { query, max_results: most = DEFAULT_RESULTS }: ToolSearchInput,
  pool: readonly AnyTool[],
): ToolSearchOutput {
  const waiting = deferredTools(pool);
  // Letters of full width and the like are those they stand for.
  const { found, notes } = search(query.normalize('NFKC'), most, { pool, waiting });
  return { query, found: found.map(({ name }) => name), notes: [...notes], total: waiting.length };
}

interface Offered {
  readonly pool: readonly AnyTool[];
  readonly waiting: readonly AnyTool[];
}

function search(query: string, most: number, { pool, waiting }: Offered): Found {
  const selected = /^\s*select\s*:(.*)$/isu.exec(query)?.[1];
  if (selected !== undefined) return selectTools(namesIn(selected), pool, waiting);
  const names = namesIn(query);
  if (names.length === 0) return { found: [], notes: [EMPTY] };
  const known = new Set(waiting.map(({ name }) => name));
  if (names.every((name) => known.has(name))) return selectTools(names, pool, waiting);
  return byKeywords(query, most, waiting);
}

function byKeywords(query: string, asked: number, waiting: readonly AnyTool[]): Found {
  const most = Math.min(MOST_RESULTS, Math.max(1, Math.floor(asked)));
  const clamped = most === asked ? [] : [`max_results was taken as ${most}: it is from 1 to 50.`];
  const ranked = rankTools(waiting, query);
  const found = ranked.slice(0, most);
  const more = ranked.length - found.length;
  if (found.length === 0) {
    return { found, notes: ['No tool fits. Try other words, or the name of a server.'] };
  }
  const rest =
    most < MOST_RESULTS ? 'raise max_results, or say it more exactly' : 'say it more exactly';
  return {
    found,
    notes: [...clamped, ...(more > 0 ? [`${more} more fit less well: ${rest}.`] : [])],
  };
}
