import { stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { countOf } from '../../base/text.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import type { ToolUseContext } from '../../tool/tool-use-context.ts';
import { ignoreChainFor } from '../search/ignore-chain.ts';
import { endedEarly, searchSignal, searchStart, shownPath } from '../search/search-start.ts';
import { skippedNotes } from '../search/skipped-note.ts';
import { type Skipped, walkFiles } from '../search/walk-files.ts';
import { globMatcher } from './glob-matcher.ts';
import { type GlobPattern, parseGlob } from './glob-pattern.ts';
import type { GlobInput, GlobOutput } from './glob-schema.ts';

const MAX_FILES = 100;
const PARALLEL_STATS = 256;

export async function findFiles(input: GlobInput, context: ToolUseContext): Promise<GlobOutput> {
  const started = performance.now();
  const { directory } = context.workspace;
  const pattern = parseGlob(input.pattern, input.path ?? '.');
  const start = searchStart(pattern.start, context).real;
  const missing = await missingFolder(start, pattern.start, input.path);
  const found = missing ? NOTHING : await search(start, pattern, context);
  const sorted = await newestFirst(found.paths);
  const filenames = sorted.slice(0, MAX_FILES).map((path) => shownPath(path, directory));
  const shallow = filenames.length === 0 && !/\*\*|\//.test(input.pattern);
  return {
    durationMs: Math.round(performance.now() - started),
    numFiles: filenames.length,
    filenames,
    truncated: sorted.length > filenames.length,
    totalMatches: sorted.length,
    countIsComplete: true,
    notes: [
      missing,
      shallow && `Only the folder itself was looked at; \`**/${input.pattern}\` looks deeper.`,
      found.denied > 0 &&
        `Left out: ${countOf(found.denied, 'file')} that a rule keeps from being read.`,
      ...(found.skipped ? skippedNotes(found.skipped, directory) : []),
    ].filter((note) => typeof note === 'string'),
  };
}

interface Found {
  readonly paths: readonly string[];
  readonly denied: number;
  readonly skipped: Skipped | undefined;
}

const NOTHING: Found = { paths: [], denied: 0, skipped: undefined };

/** @throws ToolRefusal when it could not look everywhere in time. */
async function search(
  start: string,
  pattern: GlobPattern,
  context: ToolUseContext,
): Promise<Found> {
  const { root } = context.workspace;
  const matches = globMatcher(pattern.rest);
  const paths: string[] = [];
  let denied = 0;
  const signal = searchSignal(context);
  try {
    const skipped = await walkFiles({
      start,
      root,
      chain: await ignoreChainFor(start, root),
      named: pattern.named,
      maxDepth: pattern.maxDepth,
      signal,
      onFile: (path) => {
        if (!matches(relative(start, path).split(sep).join('/'))) return;
        if (context.hides?.(path)) denied += 1;
        else paths.push(path);
      },
    });
    return { paths, denied, skipped };
  } catch (error) {
    throw signal.aborted ? endedEarly(context) : error;
  }
}

async function missingFolder(
  start: string,
  shown: string,
  path: string | undefined,
): Promise<string | undefined> {
  const is = await stat(start).catch(() => undefined);
  if (is?.isDirectory()) return undefined;
  const problem = `${shown} ${is ? 'is a file, not a folder' : 'does not exist'}.`;
  if (path === shown) throw new ToolRefusal(problem);
  return problem;
}

async function newestFirst(paths: readonly string[]): Promise<string[]> {
  const dated: { readonly path: string; readonly time: number }[] = [];
  for (let at = 0; at < paths.length; at += PARALLEL_STATS) {
    const part = paths.slice(at, at + PARALLEL_STATS);
    const stats = await Promise.all(part.map((path) => stat(path).catch(() => undefined)));
    dated.push(...part.map((path, index) => ({ path, time: stats[index]?.mtimeMs ?? 0 })));
  }
  return dated
    .sort((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}
