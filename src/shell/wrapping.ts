import { isFileProgram } from './file-programs.ts';
import { innerStart } from './inner-start.ts';
import { isSystemProgram, programName } from './program-name.ts';
import { type RunnerCall, runnerCall } from './runners.ts';
import { scriptOfShell } from './shell-script.ts';
import { literal, type ShellWord } from './word.ts';
import { WRAPPERS, type WrapperOptions } from './wrappers.ts';
import { withLines } from './xargs.ts';

/** What a program that runs other commands runs. */
export interface Wrapping {
  /**
   * `transparent`: an allow rule for the inner command allows the whole. `opaque`: it does not.
   * `exact`: it does not, and a pattern for the wrapper does not either, only the exact text.
   */
  readonly kind: 'transparent' | 'opaque' | 'exact';
  /** It adds nothing to what the inner command does, so that a proof for that holds for the whole. */
  readonly provable: boolean;
  readonly commands: readonly (readonly ShellWord[])[];
  /** What it may run as well, behind options that aren't known: for deny rules. */
  readonly guesses: () => readonly (readonly ShellWord[])[];
  /** Shell text that it runs. */
  readonly scripts: readonly string[];
  /** It runs shell text that is not known beforehand. */
  readonly unknownScript: boolean;
}

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'mksh', 'rbash', 'fish']);
const FIND_ACTIONS = new Set('-exec -execdir -ok -okdir -x -X --exec --exec-batch'.split(' '));
/** How far behind options that aren't known the inner command is looked for. */
const GUESSES = 6;
/** Runners have more options. */
const RUNNER_GUESSES = 16;

/** What is known of a command whose last words are lines of xargs; `undefined`: not enough for a proof. */
type Settle = (inner: readonly ShellWord[]) => readonly ShellWord[] | undefined;

/** What this command runs besides itself; `undefined` when it is no wrapper. `input`: its literal standard input. */
export function unwrap(
  words: readonly ShellWord[],
  input: string | undefined,
  settle: Settle = () => undefined,
): Wrapping | undefined {
  const name = programName(words[0]) ?? '';
  if (name === 'find' || name === 'fd' || name === 'fdfind') return unwrapFind(words);
  if (name === 'eval') return unwrapEval(words);
  if (name === 'trap') return unwrapTrap(words);
  if (SHELLS.has(name)) {
    const found = scriptOfShell(words, input);
    return found && script(found.script, 'opaque');
  }
  const call = runnerCall(name, words);
  if (call) return unwrapRunner(call);
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  const found = wrapper && unwrapProgram(words, wrapper);
  if (name !== 'xargs' || !found) return found;
  const commands = found.commands.map((inner) => withLines(words, inner, tellsByWords(inner)));
  const [only = [], ...more] = commands;
  const known = more.length === 0 ? settle(only) : undefined;
  return known ? { ...found, provable: true, commands: [known] } : { ...found, commands };
}

/** It runs its own words, or does something to the files that they name. */
function tellsByWords(words: readonly ShellWord[]): boolean {
  const name = programName(words[0]) ?? '';
  return isFileProgram(name) || SHELLS.has(name) || Object.hasOwn(WRAPPERS, name);
}

/** What may be the program is told apart from its options by guessing: for deny and ask rules alone. */
function unwrapRunner({ words, options, elsewhere }: RunnerCall): Wrapping | undefined {
  const found = unwrapProgram(words, options);
  if (!found) return undefined;
  const guesses = () => words.slice(1, RUNNER_GUESSES).map((_, index) => words.slice(index + 1));
  const commands = elsewhere ? [] : found.commands;
  return { ...found, commands, guesses };
}

function unwrapProgram(words: readonly ShellWord[], wrapper: WrapperOptions): Wrapping | undefined {
  const found = innerStart(words, wrapper);
  const inner = words.slice(found.at);
  if (found.query) return undefined;
  if (found.script) return script(scriptOf(found.script[0], inner, wrapper), wrapper.kind);
  if (inner.length === 0) return undefined;
  if (wrapper.joins) {
    const end = inner.findIndex((word) => literal(word)?.startsWith(':::'));
    // Without a command the values are the commands.
    return script(joined(end < 0 ? inner : inner.slice(0, end)) || undefined, wrapper.kind);
  }
  const opaque = wrapper.kind === 'exact' ? 'exact' : 'opaque';
  if (!found.known) {
    // A deny rule must not be escaped by an option we don't know: every word may be the program.
    const guesses = () => inner.slice(1, GUESSES).map((_, index) => inner.slice(index + 1));
    return { ...runs([inner], opaque, false), guesses };
  }
  // A program of the checkout may call itself `timeout`; what it adds to the command is not known.
  const foreign = !isSystemProgram(words[0]);
  if (foreign || (wrapper.bareOnly === true && found.at > 1)) return runs([inner], opaque, false);
  return runs([inner], wrapper.kind, wrapper.provable === true);
}

function scriptOf(
  text: string | undefined,
  rest: readonly ShellWord[],
  wrapper: WrapperOptions,
): string | undefined {
  if (text === undefined || !wrapper.joinsRest) return text;
  // `env -S 'nice' rm x` runs all of it.
  const more = quoted(rest);
  return more === undefined ? undefined : text + more;
}

function unwrapFind(words: readonly ShellWord[]): Wrapping | undefined {
  const commands: (readonly ShellWord[])[] = [];
  let exact = false;
  for (let at = 1; at < words.length; at += 1) {
    const text = words[at]?.text ?? '';
    exact ||= text === '-delete' || text.startsWith('-fprint') || text === '-fls';
    if (!FIND_ACTIONS.has(text)) continue;
    const end = endOfAction(words, at + 1);
    const command = words.slice(at + 1, end);
    WITHOUT_END.add(command);
    if (command.length > 0) commands.push(command);
    at = end;
    exact = true;
  }
  return exact ? runs(commands, 'exact', false) : undefined;
}

/** Commands in which no `;` and no `+` stands: `find -exec find -exec …` is looked through once. */
const WITHOUT_END = new WeakSet<readonly ShellWord[]>();

function endOfAction(words: readonly ShellWord[], start: number): number {
  if (WITHOUT_END.has(words)) return words.length;
  for (let at = start; at < words.length; at += 1) {
    const text = words[at]?.text;
    if (text === ';' || text === '+') return at;
  }
  return words.length;
}

function unwrapEval(words: readonly ShellWord[]): Wrapping {
  let at = 1;
  // `eval eval eval x` is one evaluation after the other of the same words.
  while (['eval', '--'].includes(literal(words[at]) ?? '')) at += 1;
  return script(joined(words.slice(at)), 'opaque');
}

function unwrapTrap(words: readonly ShellWord[]): Wrapping | undefined {
  const action = words.find((word, index) => index > 0 && word.text !== '--');
  // `trap - EXIT` and `trap -p` run nothing.
  return !action || action.text.startsWith('-') ? undefined : script(literal(action), 'opaque');
}

function script(text: string | undefined, kind: Wrapping['kind']): Wrapping {
  const scripts = text === undefined ? [] : [text];
  return {
    kind,
    provable: false,
    commands: [],
    guesses: () => [],
    scripts,
    unknownScript: text === undefined,
  };
}

function runs(
  commands: readonly (readonly ShellWord[])[],
  kind: Wrapping['kind'],
  provable: boolean,
): Wrapping {
  return { kind, provable, commands, guesses: () => [], scripts: [], unknownScript: false };
}

function joined(words: readonly ShellWord[]): string | undefined {
  const texts = words.map((word) => literal(word));
  return texts.includes(undefined) ? undefined : texts.join(' ');
}

/** Literal words as shell text again, each after a blank. */
function quoted(words: readonly ShellWord[]): string | undefined {
  const texts = words.map((word) => literal(word)?.replaceAll("'", "'\\''"));
  return texts.includes(undefined) ? undefined : texts.map((text) => ` '${text}'`).join('');
}
