import type { Command, CommandNode, Redirection } from 'unbash';
import { type KnownVariables, literal, readWord } from './word.ts';

/** What a command finds on its standard input: that text, or `undefined` when it isn't known. */
export type Input = string | undefined;

/** @param piped what the command before it in a pipeline prints. */
export function inputOf(
  redirects: readonly Redirection[],
  known: KnownVariables,
  piped: Input,
): Input {
  // The last one counts.
  const own = redirects.findLast(isOfInput);
  if (!own) return piped;
  if (own.type === 'HereDoc') return own.body.parts ? undefined : own.body.text;
  return own.type === 'HereString' && own.target
    ? lineOf(literal(readWord(own.target, known)))
    : undefined;
}

/** What a command prints whose words say it all: `echo`, `printf` and `cat` of a here-document. */
export function printedBy(node: CommandNode, known: KnownVariables): Input {
  if (node.type !== 'Command' || node.prefix.length > 0 || !node.name) return undefined;
  const words = node.args.map((word) =>
    word.type === 'Word' ? literal(readWord(word, known)) : undefined,
  );
  const texts = words.filter((text) => text !== undefined);
  if (texts.length < words.length) return undefined;
  const name = literal(readWord(node.name, known));
  if (name === 'cat') return texts.length === 0 ? readBy(node, known) : undefined;
  if (node.redirects.length > 0) return undefined;
  if (name === 'printf') return formatted(texts);
  return name === 'echo' ? echoed(texts) : undefined;
}

function isOfInput({ type, operator, descriptor }: Redirection): boolean {
  const isInput = type !== 'Redirect' || operator.startsWith('<');
  return (
    isInput &&
    (descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 0))
  );
}

function readBy({ redirects }: Command, known: KnownVariables): Input {
  return redirects.every(isOfInput) ? inputOf(redirects, known, undefined) : undefined;
}

function echoed(texts: readonly string[]): Input {
  const bare = texts[0] === '-n';
  const rest = bare ? texts.slice(1) : texts;
  // -e makes other characters of backslashes, and so does every echo of some shells.
  if (rest[0]?.startsWith('-') || rest.some((text) => text.includes('\\'))) return undefined;
  return bare ? rest.join(' ') : lineOf(rest.join(' '));
}

/** Of the formats only `%s` and `\n`. */
function formatted([format = '', ...texts]: readonly string[]): Input {
  const form = /^(?:[^%\\]|\\n)*$/.test(format) && texts.length === 0 ? format : undefined;
  if (form !== undefined) return form.replaceAll('\\n', '\n');
  const list = /^%s(\\n| )?$/.exec(format);
  const end = list?.[1] === '\\n' ? '\n' : (list?.[1] ?? '');
  return list ? texts.map((text) => text + end).join('') : undefined;
}

function lineOf(text: string | undefined): Input {
  return text === undefined ? undefined : `${text}\n`;
}
