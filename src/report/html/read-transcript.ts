import { ConfigError } from '../../base/errors.ts';
import { countOf, oneLine } from '../../base/text.ts';
import { type Fields, isObject } from './fields.ts';
import { type JsonText, jsonValues } from './json-values.ts';

/** A message of a transcript with its line (1-based), or what a journal that was cut off ends with. */
export type Entry = { readonly message: Fields; readonly line: number } | { readonly cut: string };

/**
 * The messages of `transcript.json` or `transcript.jsonl`, one in memory at a time. A journal may end
 * in the middle of a line (the run was killed as it wrote): it is told how much that was.
 * @throws ConfigError naming file and line for what is no transcript.
 */
export function* readTranscript(path: string): Generator<Entry> {
  let isEmpty = true;
  for (const value of valuesOf(path)) {
    isEmpty = false;
    const message = parse(value);
    if (message !== undefined && (value.isWhole || !value.isElement))
      yield { message, line: value.line };
    else if (value.isWhole || value.isElement || !value.text.startsWith('{')) {
      throw new ConfigError(`${path}:${value.line}: ${problemOf(value)}`);
    } else yield { cut: cutNote(value) };
  }
  if (isEmpty) throw new ConfigError(`${path}:1: the file holds no message of a run.`);
}

function* valuesOf(path: string): Generator<JsonText> {
  try {
    yield* jsonValues(path);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new ConfigError(`${path} can't be read: ${oneLine(error.message)}`, { cause: error });
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

function problemOf({ isWhole, text }: JsonText): string {
  const what = 'a transcript is the transcript.json or transcript.jsonl that a run left';
  if (!isWhole && text !== '' && !/^[{[]/.test(text))
    return `this is no message of a run: ${what}.`;
  if (!isWhole)
    return 'the array ends in its middle; the run’s transcript.jsonl can be shown however it was cut.';
  return `this is no JSON object, so no message of a run: ${what}.`;
}

function cutNote({ text, line }: JsonText): string {
  const bytes = countOf(Buffer.byteLength(text), 'byte');
  return `The file ends in the middle of line ${line}: ${bytes} of a message that is not whole are left out.`;
}
