import type { ResolvedPath } from '../../base/paths.ts';
import { countOf, listOf } from '../../base/text.ts';
import type { LineRange, ReadRecord } from '../../tool/read-state.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import type { ToolUseContext } from '../../tool/tool-use-context.ts';
import { UTF_8 } from '../text-file/encoding.ts';
import { isUnchanged, knowsLines, shiftRanges } from '../text-file/known-lines.ts';
import { loadTextIfThere, originalText, type TextFile } from '../text-file/load-text.ts';
import { explainMissingFile } from '../text-file/missing-file.ts';
import { saveText } from '../text-file/save-text.ts';
import { toolPath } from '../text-file/tool-path.ts';
import type { EditInput, EditOutput } from './edit-schema.ts';
import { findPlaces, type Place, type Places } from './find-places.ts';
import { explainNearMiss } from './near-miss.ts';
import { replacePlaces } from './replace-places.ts';

const STALE_NOTE =
  'The file had changed since it was read. old_string stood in one place, so it was replaced there; read the file again before other edits.';

/** Replaces a text in a file, or creates the file. @throws ToolRefusal */
export async function editFile(input: EditInput, context: ToolUseContext): Promise<EditOutput> {
  context.abort.signal.throwIfAborted();
  const { makePatch } = await import('../text-file/make-patch.ts');
  const path = toolPath(input.file_path, context);
  const file = loadTextIfThere(path, context);
  const before = file?.text ?? '';
  const edit =
    input.old_string === '' ? creation(path, file, input) : replacement(path, file, input, context);
  const next = { text: edit.text, encoding: file?.encoding ?? UTF_8, known: edit.known };
  saveText(path, { ...next, from: file?.stats }, context);
  // The model has not seen what others changed: the file stays one that changed since it was read.
  if (edit.stale) context.readState.set(path.real, edit.stale);
  return {
    filePath: path.path,
    oldString: input.old_string,
    newString: input.new_string,
    originalFile: originalText(file),
    structuredPatch: makePatch(before, edit.text),
    userModified: false,
    replaceAll: input.replace_all ?? false,
    lines: edit.lines,
    created: !file,
    ...(edit.stale ? { note: STALE_NOTE } : {}),
  };
}

interface Edit {
  readonly text: string;
  readonly lines: readonly number[];
  readonly known: readonly LineRange[] | undefined;
  /** What the model knew, where the file had changed since. */
  readonly stale: ReadRecord | undefined;
}

function creation(path: ResolvedPath, file: TextFile | undefined, input: EditInput): Edit {
  if (file && file.text !== '')
    throw new ToolRefusal(
      `old_string is empty, which creates a file, but ${path.path} exists and isn't empty. Give the text to replace.`,
    );
  return { text: input.new_string, lines: [], known: undefined, stale: undefined };
}

function replacement(
  path: ResolvedPath,
  file: TextFile | undefined,
  input: EditInput,
  context: ToolUseContext,
): Edit {
  if (!file) throw new ToolRefusal(explainMissingFile(path, context.workspace));
  const record = context.readState.get(path.real);
  if (!record)
    throw new ToolRefusal(`${path.path} has not been read yet. Read it first, then edit it.`);
  const isStale = !isUnchanged(record, file);
  const found = findPlaces(file.text, input.old_string);
  const isAll = input.replace_all ?? false;
  const isUnique = found.places.length === 1 && !found.overlap;
  if (isStale && !isUnique) throw new ToolRefusal(staleMessage(path, found));
  if (found.places.length === 0) throw new ToolRefusal(notFoundMessage(path, file, input));
  if (!isUnique && !isAll) throw new ToolRefusal(ambiguousMessage(found));
  if (!isStale) assertSeen(path, record, found.places);
  const text = replacePlaces(file.text, found, input.old_string, input.new_string);
  return {
    text,
    lines: found.places.map((place) => place.firstLine),
    known: knownAfter(record, found.places, input),
    stale: isStale ? record : undefined,
  };
}

/** A partial view counts for the lines it showed. */
function assertSeen(path: ResolvedPath, record: ReadRecord, places: readonly Place[]): void {
  const unseen = places.find(
    (place) => !knowsLines(record, { from: place.firstLine, to: place.lastLine }),
  );
  if (!unseen) return;
  const lines =
    unseen.firstLine === unseen.lastLine
      ? `line ${unseen.firstLine}`
      : `lines ${unseen.firstLine}-${unseen.lastLine}`;
  throw new ToolRefusal(
    `Only a part of ${path.path} has been read, and ${lines} that this would change are not in it. Read them first (offset ${unseen.firstLine}).`,
  );
}

function knownAfter(
  record: ReadRecord,
  places: readonly Place[],
  input: EditInput,
): readonly LineRange[] | undefined {
  const lineEnds = (text: string) => text.split(/\r\n|\n|\r/).length - 1;
  const more = lineEnds(input.new_string) - lineEnds(input.old_string);
  // From the last to the first, so that the numbers of those still to do hold.
  return places.reduceRight<readonly LineRange[] | undefined>(
    (known, place) => shiftRanges(known, { from: place.firstLine, to: place.lastLine }, more),
    record.known,
  );
}

function staleMessage(path: ResolvedPath, { places }: Places): string {
  const now = places.length === 0 ? 'no longer stands in it' : 'stands in it more than once';
  return `${path.path} has changed since it was read, and old_string ${now}. Read it again, then edit.`;
}

function notFoundMessage(path: ResolvedPath, file: TextFile, input: EditInput): string {
  const near = explainNearMiss(file.text, input.old_string);
  return `String to replace not found in file: ${path.path}. ${near ?? 'Nothing similar stands there; read the part you want to change again.'}`;
}

function ambiguousMessage({ places, overlap }: Places): string {
  const lines = listOf(places.map((place) => String(place.firstLine)));
  const count = countOf(places.length, 'match', 'matches');
  const also = overlap ? ' (and overlapping ones)' : '';
  return `Found ${count}${also} of the string to replace, at ${places.length === 1 ? 'line' : 'lines'} ${lines}, but replace_all is false. Give more of the lines around the one you mean, or set replace_all to true.`;
}
