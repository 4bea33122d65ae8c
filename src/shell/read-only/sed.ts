import { paths, patternThenPaths, type Reader, reader } from './reader.ts';

const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n[]|\\.|\[\^?\]?[^\]/\\\n]*\])*/I?)`;
/** What may follow a comma besides an address. */
const SPAN = String.raw`(?:${ADDRESS}|[+~]\d+)`;
const ADDRESSED = new RegExp(String.raw`^(?:${ADDRESS}(?:\s*,\s*${SPAN})?\s*)?(?:!\s*)?`, 'u');
/** Commands that only move text about. `e` runs, `w` writes, `r` reads any file. */
const PLAIN = /^(?:[pPdDnNgGhHxl=]|[qQ]\s*\d*)/u;
const MAX_SCRIPT = 1_000;

const OPTIONS = reader(
  `-nErsuz -e: --quiet --silent --regexp-extended --separate --unbuffered --null-data
   --expression= --debug --posix`,
  ({ flags, operands, files }) => {
    const given = [...(flags.get('-e') ?? []), ...(flags.get('--expression') ?? [])];
    const scripts = given.length > 0 ? given : [operands[0]?.text ?? 'missing'];
    if (given.length === 0 && operands[0]?.glob) return undefined;
    // Several -e are lines of one script.
    if (!isPlainScript(scripts.join('\n'))) return undefined;
    return given.length > 0
      ? paths({ flags, operands, files })
      : patternThenPaths()({ flags, operands, files });
  },
);

export const sed: Reader = OPTIONS;

/** True when every command of the script is known to print, cut or change the text in passing. */
export function isPlainScript(script: string, skip = skipCommand): boolean {
  if (script.length > MAX_SCRIPT) return false;
  let rest = script;
  while (rest !== '') {
    const next = rest.replace(/^[\s;{}]+/u, '');
    if (next === '') return true;
    const command = next.replace(ADDRESSED, '').replace(/^\{/u, ';');
    const after = skip(command);
    if (after === undefined || after.length >= rest.length) return false;
    rest = after;
  }
  return true;
}

/** Commands that put in text up to the end of the line, and labels. They change the output alone. */
const INSERTS = /^(?:[aic](?:\\[\s\S]|[^\\\n])*|[btT:][ \t]*[\w.-]*)(?=[ \t]*(?:[;}\n]|$))/u;

/** The same for a script that may change a file in place: more of the language, still no other file. */
export function touchesNoOther(script: string): boolean {
  return isPlainScript(script, (text) => {
    const inserted = INSERTS.exec(text);
    return inserted ? text.slice(inserted[0].length) : skipCommand(text);
  });
}

/** What follows the first command; `undefined` when that isn't known to be harmless. */
function skipCommand(text: string): string | undefined {
  if (text.startsWith(';')) return text;
  const plain = PLAIN.exec(text);
  const after = plain ? text.slice(plain[0].length) : skipSubstitution(text);
  // A command ends at a blank, `;`, `}` or the end: anything glued to it belongs to another command.
  return after !== undefined && /^[ \t]*(?:[;}\n]|$)/u.test(after) ? after : undefined;
}

/** `s/…/…/flags` and `y/…/…/`, without the flags that run (`e`) or write (`w`). */
function skipSubstitution(text: string): string | undefined {
  const found = /^([sy])([^\s\w\\;{}])/u.exec(text);
  if (!found?.[2]) return undefined;
  const [middle, end] = unescaped(text.slice(2), found[2]);
  if (middle === undefined || end === undefined) return undefined;
  const pattern = text.slice(2, 2 + middle);
  // Whether a delimiter inside brackets counts is told differently by different seds.
  if (/\[(?![^\]]+\])/u.test(pattern)) return undefined;
  const after = text.slice(2 + end + 1);
  const flags = found[1] === 's' ? /^[gpiI\d]*/u.exec(after)?.[0].length : 0;
  return after.slice(flags);
}

/** The places of the first two delimiters that no backslash stands before. */
function unescaped(letters: string, delimiter: string): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < letters.length && places.length < 2; at += 1) {
    if (letters[at] === '\\') at += 1;
    else if (letters[at] === delimiter) places.push(at);
    else if (letters[at] === '\n') return [];
  }
  return places;
}
