import { stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { isInside } from '../../base/paths.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import type { ToolUseContext } from '../../tool/tool-use-context.ts';
import { ignoreChainFor } from '../search/ignore-chain.ts';
import { endedEarly, searchSignal, searchStart, shownPath } from '../search/search-start.ts';
import { skippedNotes } from '../search/skipped-note.ts';
import { type Skipped, walkFiles } from '../search/walk-files.ts';
import { collectMatches } from './collect-matches.ts';
import { grepOutput } from './grep-output.ts';
import type { GrepInput, GrepOutput } from './grep-schema.ts';
import { looksBinary } from './looks-binary.ts';
import { rgArguments } from './rg-arguments.ts';
import { type RgItem, readRgOutput } from './rg-output.ts';
import type { RgEnd } from './rg-run.ts';
import { runRg } from './run-rg.ts';

const DEFAULT_LIMIT = 250;
/** More output than this is a pattern that finds everything, bytes. */
const MAX_OUTPUT = 67_108_864;
/** The count of what ignore files hide stops here, folders: it must not take longer than the search. */
const MAX_COUNTED_FOLDERS = 3_000;

export async function searchText(input: GrepInput, context: ToolUseContext): Promise<GrepOutput> {
  const { directory, root } = context.workspace;
  const start = searchStart(input.path ?? '.', context).real;
  const isFolder = await refuseUnlessThere(start, input.path ?? '.');
  // Ripgrep runs at the top, so that ignore files above the start count (the wasm build sees no more).
  const own = isFolder ? start : dirname(start);
  const top = isInside(start, root) ? root : own;
  const page = collectMatches({
    offset: input.offset ?? 0,
    limit: input.head_limit ?? DEFAULT_LIMIT,
    numbers: input['-n'] ?? true,
    show: (path) => {
      const whole = join(top, path);
      return context.hides?.(whole) ? undefined : shownPath(whole, directory);
    },
  });
  const signal = searchSignal(context);
  const skipping = isFolder ? countSkipped(start, root, signal) : undefined;
  const run = { top, where: slashed(relative(top, start)) || '.', signal };
  const [ended, skipped] = await Promise.all([search(input, run, context, page.add), skipping]);
  if (signal.aborted) throw endedEarly(context);
  const unread = unreadable(ended);
  return grepOutput(input, page.result(), [
    ...(ended.cut ? ['The search was cut after 64 MiB of output: use a narrower pattern.'] : []),
    ...(unread > 0 ? [`Could not be read: ${unread} files or folders.`] : []),
    ...(skipped ? skippedNotes(skipped, directory) : []),
  ]);
}

interface Run {
  readonly top: string;
  readonly where: string;
  readonly signal: AbortSignal;
}

async function search(
  input: GrepInput,
  { top, where, signal }: Run,
  context: ToolUseContext,
  onItem: (item: RgItem) => void,
): Promise<RgEnd & { readonly cut: boolean }> {
  const { directory, runDirectory } = context.workspace;
  const mode = input.output_mode ?? 'files_with_matches';
  const output = readRgOutput(mode, (item) =>
    onItem(mode === 'content' ? item : sorted(item, top)),
  );
  const enough = new AbortController();
  let bytes = 0;
  const ended = await runRg(
    {
      args: rgArguments(
        input,
        where,
        isInside(directory, top) ? slashed(relative(top, directory)) : '',
      ),
      cwd: top,
      signal: AbortSignal.any([signal, enough.signal]),
      scratch: join(runDirectory, 'search'),
      onOutput: (chunk) => {
        bytes += chunk.length;
        if (bytes > MAX_OUTPUT) enough.abort();
        else output.add(chunk);
      },
    },
    context,
  );
  output.finish();
  return { ...ended, cut: enough.signal.aborted };
}

/** In these modes ripgrep does not say that a file is binary. */
function sorted(item: RgItem, top: string): RgItem {
  if (item.kind !== 'file' && item.kind !== 'count') return item;
  return looksBinary(join(top, item.path)) ? { kind: 'binary', path: item.path } : item;
}

/**
 * How many files and folders ripgrep could not read.
 * @throws ToolRefusal with ripgrep's own text for a pattern, type or glob that it can't use.
 */
function unreadable({ code, errors, cut }: RgEnd & { readonly cut: boolean }): number {
  const lines = errors.split('\n').filter((line) => line.trim() !== '');
  const others = lines.filter((line) => !/^rg: .*\(os error \d+\)$/.test(line));
  if (code < 2 || cut || (others.length === 0 && lines.length > 0)) return lines.length;
  throw new ToolRefusal(errors.replace(/^rg: /gm, '').trim() || 'The search failed.');
}

async function refuseUnlessThere(start: string, shown: string): Promise<boolean> {
  if (start.split(sep).includes('.git')) {
    throw new ToolRefusal(
      'Grep does not search `.git`: ask git itself (`git log -S`, `git grep`).',
    );
  }
  const is = await stat(start).catch(() => undefined);
  if (!is) throw new ToolRefusal(`${shown} does not exist.`);
  return is.isDirectory();
}

/** `undefined`: it was ended; the search then says so. */
async function countSkipped(
  start: string,
  root: string,
  signal: AbortSignal,
): Promise<Skipped | undefined> {
  try {
    return await walkFiles({
      start,
      root,
      chain: await ignoreChainFor(start, root),
      named: new Set(),
      maxDepth: Number.POSITIVE_INFINITY,
      signal,
      onFile: () => {},
      maxFolders: MAX_COUNTED_FOLDERS,
    });
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}
