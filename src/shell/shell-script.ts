import { literal, type ShellWord } from './word.ts';

/** Names by which a script is read from standard input. */
const STANDARD_INPUT = /^\/dev\/(?:stdin|fd\/0)$|^\/proc\/self\/fd\/0$/;
/** They may take lines away from a script that comes from the same input. */
const TAKES_LINES = /\b(?:read|mapfile|readarray|head|sed|dd)\b/;

/**
 * The shell text that `sh` and its like run from their words or their standard input, `undefined` when
 * it isn't known. No result: a script file, which its own rule decides on, or nothing.
 */
export function scriptOfShell(
  words: readonly ShellWord[],
  input: string | undefined,
): { readonly script: string | undefined } | undefined {
  const texts = words.slice(1).map((word) => literal(word));
  const { at, options } = optionsOf(texts);
  if (options.includes(undefined)) return { script: undefined };
  const has = (letter: RegExp) => options.some((text) => letter.test(text ?? ''));
  if (has(/^-[a-zA-Z]*c/)) return { script: texts[at] };
  const isAlone = at >= texts.length;
  if (isAlone && has(/^--(?:version|help)$/)) return undefined;
  if (isAlone || has(/^-[a-zA-Z]*s/)) return { script: scriptIn(input) };
  const file = texts[at];
  if (file === undefined || words[at + 1]?.text.startsWith('<(')) return { script: undefined };
  return STANDARD_INPUT.test(file) ? { script: scriptIn(input) } : undefined;
}

/** The options, and where the operands start. */
function optionsOf(texts: readonly (string | undefined)[]) {
  const options: (string | undefined)[] = [];
  let at = 0;
  for (; at < texts.length; at += 1) {
    const text = texts[at];
    if (text === '-' || text === '--') return { at: at + 1, options };
    if (text !== undefined && !/^[-+]/.test(text)) break;
    options.push(text);
    if (/^[-+][a-zA-Z]*[oO]$|^--(init-file|rcfile)$/.test(text ?? '')) at += 1;
  }
  return { at, options };
}

function scriptIn(input: string | undefined): string | undefined {
  const isShifted = input?.trimEnd().includes('\n') && TAKES_LINES.test(input);
  return isShifted ? undefined : input;
}
