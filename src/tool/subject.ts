import type { ResolvedPath } from '../base/paths.ts';

/** What a call may do to the world. `execute`: it starts programs of the project or of its author. */
export type Effect = 'read' | 'write' | 'execute' | 'network' | 'destructive';

export interface PathTouch {
  readonly path: ResolvedPath;
  readonly access: 'read' | 'write';
  /**
   * An operand of a command (`rm a`), no redirection: the rule that allows the command allows it too,
   * while deny and ask rules for paths, protected names and the workspace hold for both.
   */
  readonly operand?: true;
}

/** One simple command of a shell line: what Bash rules are matched against. */
export interface SubjectCommand {
  /** The command's words as a rule sees them: quotes removed, one blank between. */
  readonly text: string;
  /** Where it stands in the command line, UTF-16 offsets `[start, end)`. */
  readonly span: readonly [number, number];
  /**
   * Forms that an allow rule may match: the text itself, and it without known wrappers (`timeout 5`,
   * `nice`) and safe assignments. A pattern is held against these alone, an exact rule against `text`
   * as well; so a command without forms (`find -delete`, `watch`) is allowed by its exact text only.
   * What a wrapper runs is listed by itself too, and has the wrapper's forms among its own.
   */
  readonly allowForms: readonly string[];
  /** Forms that a deny or ask rule may match: any wrapper, any assignment, nested scripts. */
  readonly denyForms: readonly string[];
  /**
   * What the forms for deny and ask rules begin with, up to the first word that isn't known beforehand:
   * with anything behind it. Absent: all words are known.
   */
  readonly openForms?: readonly string[];
  /** Proven to change nothing and start nothing: passes with no rule. */
  readonly readOnly: boolean;
  readonly effects: readonly Effect[];
}

/**
 * What one call touches, in words a policy can judge. A tool makes it once per call
 * (`preparePermissionMatcher`); rules, answers, hooks and reports read it. Nothing else is asked of
 * a tool in order to judge its call.
 */
export interface Subject {
  readonly effects: readonly Effect[];
  /** The whole call is proven to change nothing. */
  readonly readOnly: boolean;
  readonly paths: readonly PathTouch[];
  /** Host names, lower case. */
  readonly domains: readonly string[];
  /** The simple commands of a shell line; `undefined` for tools that run none. */
  readonly commands: readonly SubjectCommand[] | undefined;
  /** Why the call can't be understood (a parse error, say); the call is then asked about. */
  readonly unclear: string | undefined;
  /** For tools whose rules name a thing (`Skill(name)`, `Agent(type)`): that name. */
  readonly specifier: string | undefined;
}

/** The subject of a call that touches nothing a rule could name. */
export const NO_SUBJECT: Subject = {
  effects: [],
  readOnly: false,
  paths: [],
  domains: [],
  commands: undefined,
  unclear: undefined,
  specifier: undefined,
};
