import type { ShellAnalysis } from '../../shell/analysis.ts';
import { classify } from '../../shell/classify.ts';
import type { Subject } from '../../tool/subject.ts';
import type { SubjectContext } from '../../tool/tool.ts';

/**
 * What a command line touches, in a policy's words, looked at afresh: links on disk may have changed
 * since the last look. Never throws; what can't be analysed is unclear, so that it is asked about.
 */
export function bashSubject(input: unknown, context: SubjectContext): Subject {
  const analysis = analyse(input, context);
  if (isObject(input)) known.set(input, analysis);
  return {
    effects: analysis.effects,
    readOnly: analysis.readOnly && analysis.unclear === undefined,
    paths: analysis.paths,
    domains: analysis.domains,
    commands: analysis.commands,
    unclear: analysis.unclear,
    specifier: undefined,
  };
}

export function isReadOnlyCommand(input: object, context: SubjectContext): boolean {
  const analysis = knownAnalysis(input, context);
  return analysis.readOnly && analysis.unclear === undefined;
}

/** `cd` moves the directory of later calls, so it must not run beside them. */
export function isSafeBesideOthers(input: object, context: SubjectContext): boolean {
  return isReadOnlyCommand(input, context) && !knownAnalysis(input, context).changesDirectory;
}

/** `undefined`: a program of the project runs, and nobody knows what it does. */
export function isDestructiveCommand(input: object, context: SubjectContext): boolean | undefined {
  const analysis = knownAnalysis(input, context);
  if (analysis.effects.includes('destructive')) return true;
  return analysis.unclear !== undefined || analysis.effects.includes('execute') ? undefined : false;
}

/** Analyses a line that means nothing, so that the parser is warm for the first that does. */
export function rehearse(): void {
  classify('cd / && echo "$HOME" | head -n 1', { cwd: '/', home: '/', root: '/' });
}

/** One analysis a call: each call has an input object of its own. */
const known = new WeakMap<object, ShellAnalysis>();

function knownAnalysis(input: object, context: SubjectContext): ShellAnalysis {
  const analysis = known.get(input) ?? analyse(input, context);
  known.set(input, analysis);
  return analysis;
}

function analyse(input: unknown, context: SubjectContext): ShellAnalysis {
  const command = isObject(input) && 'command' in input ? input.command : undefined;
  if (typeof command !== 'string') return unclear('There is no command.');
  try {
    const { home, root, additional } = context.workspace;
    const { cwd, hides } = context;
    return classify(command, { cwd, home, root, additional, isRefused: hides });
  } catch {
    return unclear('The command could not be analysed.');
  }
}

function unclear(why: string): ShellAnalysis {
  return {
    unclear: why,
    readOnly: false,
    effects: ['execute'],
    commands: [],
    paths: [],
    domains: [],
    changesDirectory: true,
    movesTo: undefined,
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
