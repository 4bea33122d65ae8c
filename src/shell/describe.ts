import type { Effect, SubjectCommand } from '../tool/subject.ts';
import type { Layer, Place, Sink } from './description.ts';
import { distinct } from './distinct.ts';
import { domainsOf } from './domains.ts';
import { effectsOf } from './effects.ts';
import * as forms from './forms.ts';
import { scriptsOfGit, scriptsOfVariables } from './git-scripts.ts';
import { hiddenCode } from './hidden-code.ts';
import { movesAway, problemOfOptions, writesLog } from './option-problems.ts';
import { programName } from './program-name.ts';
import { prove } from './proof.ts';
import { settleLines, settleXargs } from './settle-lines.ts';
import { spanOf } from './span-of.ts';
import { touchFound } from './touch-found.ts';
import { touchNamed } from './touch-named.ts';
import { touchReached } from './touch-reached.ts';
import { unknownWord } from './unknown-words.ts';
import { unwrap, type Wrapping } from './wrapping.ts';

/** What a wrapper has to know of the command in it. */
interface Described {
  readonly readOnly: boolean;
  /** No pattern may allow it, only its exact text. */
  readonly exact: boolean;
  readonly allowForms: readonly string[];
  readonly denyForms: readonly string[];
  readonly effects: readonly Effect[];
}

/** More wrappers around each other are not listed one by one; what they run in the end still is. */
const MAX_WRAPPERS = 16;
/** Each find looks through all words behind it for files: nobody puts many into each other. */
const WEIGHT_OF_FIND = 4;

/** Lists a command and, after it, each command that it runs. */
export function describe(given: Layer, place: Place, sink: Sink): Described {
  const layer = settleLines(given, place, sink);
  const wrapping = unwrap(layer.words, layer.input, (inner) =>
    settleXargs(layer, inner, place, sink),
  );
  if (place.wrappers >= MAX_WRAPPERS && wrapping) return skipWrappers(layer, wrapping, place, sink);
  const problem =
    forms.problemOfName(layer.words) ??
    hiddenCode(layer.words) ??
    (wrapping ? undefined : unknownWord(layer.words, (name) => sink.maySet(name)));
  if (problem !== undefined) sink.problem(problem);
  followScripts(scriptsOfVariables(layer.assignments), layer, place, sink);
  const at = sink.commands.length;
  // The wrapper stands before what it runs, but needs the description of that: its place is kept.
  sink.commands.push(unknownCommand(place));
  const own = wrapping
    ? describeWrapper(layer, wrapping, place, sink)
    : describePlain(layer, place, sink);
  const harmless = layer.isHead || layer.assignments.every(forms.isHarmlessAssignment);
  const readOnly = own.readOnly && place.provable && harmless && layer.redirected.length === 0;
  // A variable may choose the program that a reader starts (PAGER, NODE_OPTIONS, LD_PRELOAD).
  const chosen: readonly Effect[] = harmless ? [] : ['execute'];
  const effects = distinct([...own.effects, ...layer.redirected, ...chosen]);
  const open = forms.openForms(layer.words, layer.goesOn);
  sink.commands[at] = {
    text: forms.textOf(layer.assignments, layer.words),
    span: place.span,
    allowForms: distinct([...own.allowForms, ...place.inherited]),
    denyForms: own.denyForms,
    readOnly,
    effects,
    ...(open.length > 0 ? { openForms: open } : {}),
  };
  return { ...own, readOnly, effects };
}

function describePlain(layer: Layer, place: Place, sink: Sink): Described {
  const { assignments, words } = layer;
  const name = programName(words[0]) ?? '';
  const proof = prove(words, place.directories, place.scene);
  const writes = proof.touches ? false : touchNamed(words, place, sink);
  if (proof.touches) sink.touch(proof.touches);
  sink.domain(domainsOf(words));
  const option = proof.touches ? undefined : problemOfOptions(words);
  if (option !== undefined) sink.problem(option);
  if (name === 'git') followScripts(scriptsOfGit(words), layer, place, sink);
  const reached = touchReached(words, proof.touches, place, sink);
  const readOnly =
    (proof.readOnly || layer.isHead === true) && reached && !place.functions.has(name);
  // `printf -v PATH` and `%n` set a variable for what follows, which no rule for printing means.
  const exact = name === 'printf' && /^-v|%[^%a-zA-Z]*n/.test(words[1]?.text ?? '');
  return {
    readOnly,
    exact,
    allowForms: exact ? [] : forms.ownAllowForms(assignments, words),
    denyForms: forms.ownDenyForms(assignments, words),
    effects: [
      ...(proof.touches || layer.isHead ? (['read'] as const) : effectsOf(words)),
      ...(writes ? (['write'] as const) : []),
      ...(place.functions.has(name) ? (['execute'] as const) : []),
    ],
  };
}

/** Shell text that a program is told to run. A rule that allows the program allows that. */
function followScripts(
  scripts: readonly (string | undefined)[],
  { words, assignments }: Layer,
  place: Place,
  sink: Sink,
): void {
  const inherited = [...forms.ownAllowForms(assignments, words), ...place.inherited];
  for (const text of scripts) {
    if (text === undefined) sink.problem('It runs shell text that is not known beforehand.');
    else sink.script(text, { ...place, inherited, wrappers: 0 });
  }
}

function describeWrapper(layer: Layer, wrapping: Wrapping, place: Place, sink: Sink): Described {
  const { assignments, words } = layer;
  const own = forms.ownAllowForms(assignments, words);
  const inside = {
    ...place,
    inherited: [...own, ...place.inherited],
    wrappers: place.wrappers + (wrapping.kind === 'exact' ? WEIGHT_OF_FIND : 1),
  };
  const readsFound = wrapping.kind === 'exact' && touchFound(words, wrapping.commands, place, sink);
  const inner = describeInside(layer, wrapping, inside, sink);
  const [first] = inner;
  const through = wrapping.kind === 'transparent' ? first : undefined;
  const exact = wrapping.kind === 'exact' || through?.exact === true;
  const stripped = assignments.every(forms.isSafeAssignment) ? through?.allowForms : undefined;
  const guessed = wrapping.guesses().flatMap((guess) => forms.ownDenyForms([], guess));
  const shadowed = place.functions.has(programName(words[0]) ?? '');
  return {
    readOnly: (wrapping.provable || readsFound) && first?.readOnly === true && !shadowed,
    exact,
    allowForms: exact ? [] : [...own, ...(stripped ?? [])],
    denyForms: distinct([
      ...forms.ownDenyForms(assignments, words),
      ...inner.flatMap((command) => command.denyForms),
      ...guessed,
    ]),
    effects: distinct([
      ...(through ? [] : effectsOf(words)),
      ...inner.flatMap((command) => command.effects),
    ]),
  };
}

function describeInside(
  layer: Layer,
  wrapping: Wrapping,
  place: Place,
  sink: Sink,
): readonly Described[] {
  if (wrapping.unknownScript) sink.problem('It runs shell text that is not known beforehand.');
  // find and its like name files themselves as well.
  const isElsewhere = wrapping.commands.length === 0 && wrapping.scripts.length === 0;
  if (wrapping.kind === 'exact' || isElsewhere || writesLog(layer.words)) {
    touchNamed(layer.words, place, sink);
  }
  const option = problemOfOptions(layer.words);
  if (option !== undefined) sink.problem(option);
  for (const text of wrapping.scripts) sink.script(text, { ...place, wrappers: 0 });
  // What xargs reads are words for the command, which itself reads nothing.
  const goesOn = programName(layer.words[0]) === 'xargs';
  const input = goesOn ? undefined : layer.input;
  const own = layer.words.slice(0, layer.words.length - (wrapping.commands[0]?.length ?? 0));
  const directories = movesAway(own) ? undefined : place.directories;
  return wrapping.commands.map((words) => {
    const inner = { assignments: [], words, input, redirected: [], goesOn };
    return describe(inner, { ...place, directories, span: spanOf(words, place.span) }, sink);
  });
}

/** Goes on to what the innermost wrapper runs. A loop, not a recursion: there may be thousands. */
function skipWrappers(layer: Layer, outermost: Wrapping, place: Place, sink: Sink): Described {
  sink.problem('Too many commands are wrapped around each other.');
  let wrapping = outermost;
  for (let [next] = wrapping.commands; next && wrapping.commands.length === 1; ) {
    const inner = unwrap(next, layer.input);
    if (!inner) break;
    wrapping = inner;
    [next] = inner.commands;
  }
  describeInside(layer, wrapping, place, sink);
  return { readOnly: false, exact: true, allowForms: [], denyForms: [], effects: ['execute'] };
}

/** What stands in the list until the description is there: nothing that any rule could allow. */
function unknownCommand({ span }: Place): SubjectCommand {
  return { text: '', span, allowForms: [], denyForms: [], readOnly: false, effects: ['execute'] };
}
