import { ConfigError } from '../../base/errors.ts';
import { countOf, oneLine } from '../../base/text.ts';
import { type Fields, isObject } from './fields.ts';
import { type JsonText, jsonValues } from './json-values.ts';

/** A message of a transcript with its line (1-based), or what a journal that was cut off ends with. */
export type Entry = { readonly message: Fields; readonly line: number } | { readonly cut: string };

/** A file that is no transcript. Its message is `view`'s; who reads one for another end says it in words of his own. */
export class NoTranscript extends ConfigError {
  /** The file, with the line where there is one. */
  readonly place: string;
  /** `empty`: nothing stands in it; `cut`: an array without its end. */
  readonly kind: 'empty' | 'cut' | 'foreign' | 'unreadable';
  /** What is wrong, as half a sentence. */
  readonly problem: string;

  constructor(
    words: string,
    known: Pick<NoTranscript, 'place' | 'kind' | 'problem'> & { readonly cause?: unknown },
  ) {
    super(words, { cause: known.cause });
    this.place = known.place;
    this.kind = known.kind;
    this.problem = known.problem;
  }
}

/**
 * The messages of `transcript.json` or `transcript.jsonl`, one in memory at a time. A journal may end
 * in the middle of a line (the run was killed as it wrote): it is told how much that was.
 * @throws NoTranscript naming file and line for what is none.
 */
export function* readTranscript(path: string): Generator<Entry> {
  let isEmpty = true;
  for (const value of valuesOf(path)) {
    isEmpty = false;
    const message = parse(value);
    if (message !== undefined && (value.isWhole || !value.isElement))
      yield { message, line: value.line };
    else if (value.isWhole || value.isElement || !value.text.startsWith('{')) {
      throw problemOf(value, `${path}:${value.line}`);
    } else yield { cut: cutNote(value) };
  }
  if (!isEmpty) return;
  const problem = 'the file holds no message of a run';
  throw new NoTranscript(`${path}:1: ${problem}.`, { place: `${path}:1`, kind: 'empty', problem });
}

function* valuesOf(path: string): Generator<JsonText> {
  try {
    yield* jsonValues(path);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    const problem = `it can't be read (${oneLine(error.message)})`;
    const words = `${path} can't be read: ${oneLine(error.message)}`;
    throw new NoTranscript(words, { place: path, kind: 'unreadable', problem, cause: error });
  }
}

function parse({ text }: JsonText): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    // Told with its place by the one caller.
    return undefined;
  }
}

function problemOf({ isWhole, text }: JsonText, place: string): NoTranscript {
  if (!isWhole && (text === '' || /^[{[]/.test(text))) {
    const problem = 'the array ends in its middle';
    const words = `${place}: ${problem}; the run’s transcript.jsonl can be shown however it was cut.`;
    return new NoTranscript(words, { place, kind: 'cut', problem });
  }
  const problem = isWhole
    ? 'this is no JSON object, so no message of a run'
    : 'this is no message of a run';
  const words = `${place}: ${problem}: a transcript is the transcript.json or transcript.jsonl that a run left.`;
  return new NoTranscript(words, { place, kind: 'foreign', problem });
}

function cutNote({ text, line }: JsonText): string {
  const bytes = countOf(Buffer.byteLength(text), 'byte');
  return `The file ends in the middle of line ${line}: ${bytes} of a message that is not whole are left out.`;
}
