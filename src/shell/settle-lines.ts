import type { Layer, Place, Sink } from './description.ts';
import { programName } from './program-name.ts';
import { couldBecomeOption, readerOf } from './read-only/readers.ts';
import { areReadableNames } from './readable-names.ts';
import { allValues, literal, type ShellWord, type WordValue } from './word.ts';

/** Stands for the names in the words of the program that is given them. */
const MARK: WordValue = { text: '\u0001', glob: false };
/** It holds nothing, and every program may read it. */
const NOTHING: WordValue = { text: '/dev/null', glob: false };
/** They only print their words, whatever those are. */
const PRINTERS = new Set(['echo', 'basename', 'dirname']);
/** They read the files they are given, and of a folder at most what lies in it. */
const READERS = new Set(
  `cat head tail wc grep egrep fgrep sed awk cut nl tac od hexdump stat file ls md5sum sha1sum sha256sum
   sha512sum cksum realpath readlink sort jq fold expand`.split(/\s+/),
);
/** They go through trees, or behind links. */
const TREES = /^-[a-zA-Z]*[rRd]|^--(?:r|de|di)/;
/** Options of xargs that say how many lines are taken at a time, and how they end. */
const OPTIONS = /^(?:(?:-[0rt]+|-[nLP] ?\d+|-I ?\S+|--null|--no-run-if-empty|-d ?\\n) )*$/;

/** A command whose words are lines of other commands, with what is known of those. */
export function settleLines(layer: Layer, place: Place, sink: Sink): Layer {
  const words = layer.words.filter(({ listed }) => listed);
  const [word] = words;
  if (!word?.listed || words.length > 1) return layer;
  const isProven =
    takesFiles(layer.words, word) &&
    areReadableNames(word.listed, layer.words, place) &&
    sink.mayAllRead();
  return isProven ? { ...layer, words: settled(layer.words, word) } : layer;
}

/**
 * What xargs runs, where that only prints or reads what it is given.
 * @param inner with the lines as words that aren't known.
 */
export function settleXargs(
  { words, lines }: Layer,
  inner: readonly ShellWord[],
  place: Place,
  sink: Sink,
): readonly ShellWord[] | undefined {
  const own = words.slice(
    1,
    words.findIndex((word) => word.span === inner[0]?.span),
  );
  const options = own.map((word) => `${literal(word) ?? '?'} `).join('');
  if (!OPTIONS.test(options)) return undefined;
  const name = programName(inner[0]) ?? '';
  const unknown = inner.filter(({ values }) => !values);
  if (PRINTERS.has(name)) return sink.mayAllRead() ? settled(inner, ...unknown) : undefined;
  const [word] = unknown;
  const marks = [...options.matchAll(/-I ?(\S+) /g)].map(([, mark]) => mark);
  const isCounted = marks.length > 0 && /-[nL] ?\d/.test(options);
  if (marks.length > 1 || isCounted || word?.text !== (marks[0] ?? '…')) return undefined;
  if (unknown.length > 1 || !lines || !takesFiles(inner, word)) return undefined;
  const isNul = own.some(({ text }) => /^(?:-[rt]*0[0rt]*|--null)$/.test(text));
  const isProven = areReadableNames({ ...lines, isNul }, inner, place) && sink.mayAllRead();
  return isProven ? settled(inner, word) : undefined;
}

/** Each line is all of one word, and a file to read wherever it stands. */
function takesFiles(words: readonly ShellWord[], line: ShellWord): boolean {
  const name = literal(words[0]) ?? '';
  if (!READERS.has(name) || words.some(({ text }) => TREES.test(text))) return false;
  const args = allValues(
    words.slice(1).map((word) => (word === line ? { ...word, values: [MARK, MARK] } : word)),
  );
  const reads = args && !couldBecomeOption(name, args) ? readerOf(name)?.(args) : undefined;
  return reads?.filter((value) => value === MARK || value.text === MARK.text).length === 2;
}

function settled(
  words: readonly ShellWord[],
  ...lines: readonly ShellWord[]
): readonly ShellWord[] {
  return words.map((word) =>
    lines.includes(word) ? { ...word, values: [NOTHING], unknown: 'nothing' } : word,
  );
}
