import { closeSync } from 'node:fs';
import type { ResolvedPath } from '../../base/paths.ts';
import { countOf } from '../../base/text.ts';
import type { LineRange, ReadRecord } from '../../tool/read-state.ts';
import type { ToolUseContext } from '../../tool/tool-use-context.ts';
import type { Encoding } from '../text-file/encoding.ts';
import { isUnchanged, keptText, mergeRanges } from '../text-file/known-lines.ts';
import { lineBreakOf } from '../text-file/line-ends.ts';
import { MAX_TEXT_BYTES, readOpenText, type TextFile } from '../text-file/load-text.ts';
import { openRegularFile } from '../text-file/open-file.ts';
import { toolPath } from '../text-file/tool-path.ts';
import { LinePage, MAX_LINE_CHARS } from './line-page.ts';
import type { ReadInput, ReadOutput } from './read-schema.ts';

const DEFAULT_LIMIT = 2_000;

/** Reads a page of a text file and notes that the model has seen it. @throws ToolRefusal */
export async function readFile(input: ReadInput, context: ToolUseContext): Promise<ReadOutput> {
  context.abort.signal.throwIfAborted();
  const path = toolPath(input.file_path, context);
  const from = Math.max(1, input.offset ?? 1);
  const limit = input.limit ?? DEFAULT_LIMIT;
  const asked = { from, to: from + limit - 1 };
  const open = openRegularFile(path, context);
  if (open.stats.size > MAX_TEXT_BYTES) {
    try {
      const { pageBigFile } = await import('./page-big-file.ts');
      const { page, encoding } = await pageBigFile(
        path,
        open,
        new LinePage(from, limit, '\n'),
        context.abort.signal,
      );
      return answer(path, page, asked, encoding);
    } finally {
      closeSync(open.descriptor);
    }
  }
  const file = readOpenText(path, open);
  const known = context.readState.get(path.real);
  const record = known && isUnchanged(known, file) ? known : undefined;
  if (record?.shown.some((shown) => shown.from === asked.from && shown.to === asked.to))
    return { type: 'file_unchanged', file: { filePath: path.path } };
  const page = new LinePage(from, limit, lineBreakOf(file.text));
  page.add(file.text);
  page.end();
  context.readState.set(path.real, recordOf(file, page, asked, record));
  return answer(path, page, asked, file.encoding);
}

function recordOf(
  file: TextFile,
  page: LinePage,
  asked: LineRange,
  before: ReadRecord | undefined,
): ReadRecord {
  const seen = { from: asked.from, to: asked.from + page.lines.length - 1 };
  const isWhole = asked.from === 1 && page.lines.length === page.totalLines;
  const isAll = isWhole || (before !== undefined && before.known === undefined);
  const ranges = mergeRanges([...(before?.known ?? []), ...(page.lines.length > 0 ? [seen] : [])]);
  const [only] = ranges;
  const coversAll = only?.from === 1 && only.to >= page.totalLines;
  return {
    content: keptText(file.text),
    mtimeMs: file.stats.mtimeMs,
    size: file.stats.size,
    known: isAll || coversAll ? undefined : ranges,
    shown: [...(before?.shown ?? []), asked],
  };
}

function answer(
  path: ResolvedPath,
  page: LinePage,
  asked: LineRange,
  encoding: Encoding,
): ReadOutput {
  return {
    type: 'text',
    file: {
      filePath: path.path,
      content: page.lines.join('\n'),
      numLines: page.lines.length,
      startLine: asked.from,
      totalLines: page.totalLines,
      ...(page.full ? { truncatedByTokenCap: true } : {}),
      notes: notesOf(page, asked, encoding),
    },
  };
}

function notesOf(page: LinePage, asked: LineRange, encoding: Encoding): string[] {
  const notes: string[] = [];
  const last = asked.from + page.lines.length - 1;
  if (page.totalLines === 0) notes.push('The file is empty.');
  else if (asked.from > page.totalLines)
    notes.push(
      `Line ${asked.from} is past the end: the file has ${countOf(page.totalLines, 'line')}.`,
    );
  else if (last < page.totalLines)
    notes.push(
      `PARTIAL view: lines ${asked.from}-${last} of ${page.totalLines}${page.full ? ', as many as fit in one answer' : ''}. Go on with offset ${last + 1}.`,
    );
  if (page.cutLines > 0)
    notes.push(`${countOf(page.cutLines, 'line')} cut at ${MAX_LINE_CHARS} characters.`);
  if (encoding.name === 'windows-1252')
    notes.push('The bytes are no UTF-8; shown as windows-1252.');
  else if (encoding.name !== 'utf-8') notes.push(`Encoding: ${encoding.name}.`);
  return notes;
}
