import { countOf, listOf } from '../../base/text.ts';
import { codeBlocks, lineBlocks, type Rendered, renderedText } from '../../tool/rendering.ts';
import type { Matches } from './collect-matches.ts';
import type { GrepInput, GrepOutput } from './grep-schema.ts';

/** The structured answer of a search. `notes`: what is already known of things not searched. */
export function grepOutput(
  input: GrepInput,
  matches: Matches,
  notes: readonly string[],
): GrepOutput {
  const mode = input.output_mode ?? 'files_with_matches';
  const offset = input.offset ?? 0;
  const shownLines = matches.lines.filter((line) => line !== '--').length;
  const isCut = offset + shownLines < matches.totalLines;
  const what = mode === 'content' ? 'lines' : 'files';
  return {
    mode,
    numFiles: matches.files.length,
    filenames: matches.files,
    ...(mode !== 'files_with_matches' && {
      content: matches.lines.join('\n'),
      numMatches: matches.matches,
    }),
    ...(mode === 'content' && { numLines: shownLines, totalLines: matches.totalLines }),
    totalFiles: matches.totalFiles,
    ...(isCut && { appliedLimit: shownLines }),
    ...(offset > 0 && { appliedOffset: offset }),
    notes: [
      isCut &&
        `Shown: ${what} ${offset + 1}-${offset + shownLines} of ${matches.totalLines}. Go on with offset ${offset + shownLines}.`,
      offset > 0 && shownLines === 0 && matches.totalLines > 0
        ? `There are only ${matches.totalLines} ${what}, fewer than the offset.`
        : '',
      matches.binaries.length > 0 &&
        `Matching binary ${matches.binaries.length === 1 ? 'file' : 'files'}, not shown: ${listOf(matches.binaries, 5)}.`,
      matches.hidden > 0 &&
        `Left out: ${countOf(matches.hidden, 'matching file')} that a rule keeps from being read.`,
      matches.totalLines === 0 && input.glob?.includes('/') && input.path
        ? '`glob` with a slash counts from the working directory, not from `path`.'
        : '',
      ...notes,
    ].filter((note) => typeof note === 'string' && note !== '') as string[],
  };
}

/** What the model reads. */
export function grepText(output: GrepOutput): string {
  return renderedText(grepRendered(output));
}

/** The same in blocks, for reports. */
export function grepRendered(output: GrepOutput): Rendered {
  return [...foundBlocks(output), ...lineBlocks(output.notes)];
}

function foundBlocks(output: GrepOutput): Rendered {
  const { mode, filenames, content = '', totalFiles, numMatches = 0 } = output;
  if (totalFiles === 0) return lineBlocks(['No matches found.']);
  const files = countOf(totalFiles, 'file');
  if (mode === 'files_with_matches')
    return [...lineBlocks([`Found ${files}`]), ...codeBlocks(filenames.join('\n'))];
  if (mode === 'content') return codeBlocks(content);
  const total = `Found ${countOf(numMatches, 'matching line')} in ${files}`;
  return [...codeBlocks(content), ...lineBlocks([total])];
}
