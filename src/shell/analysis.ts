import type { Effect, PathTouch, SubjectCommand } from '../tool/subject.ts';
import type { Looks } from './looks.ts';
import type { MadeLinks } from './made-links.ts';
import type { Seen } from './seen.ts';

/** What relative paths, `~` and “outside” mean for a command line. All absolute and real. */
export interface ShellScene {
  /** Where the line starts. */
  readonly cwd: string;
  readonly home: string;
  /** The folder that may be read without a question. */
  readonly root: string;
  /** Folders with the same right. Absent: none. */
  readonly additional?: readonly string[] | undefined;
  /**
   * Whether a deny rule keeps a file (absolute path) from being read: what a command would print
   * unnamed is then reported as read. Must not throw. Absent: no such rule.
   */
  readonly isRefused?: ((path: string) => boolean) | undefined;
  /** Links that earlier parts of the line make. Absent: none. */
  readonly made?: MadeLinks | undefined;
  /** How many characters of paths may still be looked up. Absent: any number. */
  readonly looks?: Looks | undefined;
  /** What has been looked up already. Absent: each look is made anew. */
  readonly seen?: Seen;
}

/** What a command line would do, as far as that can be told without running it. */
export interface ShellAnalysis {
  /**
   * Why it can't be understood, one sentence; `undefined`: understood. The lists below then still
   * hold all that was found, so that a deny rule reaches it.
   */
  readonly unclear: string | undefined;
  /** Proven to change nothing, to start nothing but known readers and to read inside `root` alone. */
  readonly readOnly: boolean;
  readonly effects: readonly Effect[];
  /**
   * Every simple command in the order of the text, those inside substitutions, wrappers and literal
   * scripts included. What does something without being a simple command (an assignment, `(( ))`,
   * a function definition, a bare redirection) stands there as a command with its source as text.
   */
  readonly commands: readonly SubjectCommand[];
  /** Files that known file commands and redirections name. A program may touch others. */
  readonly paths: readonly PathTouch[];
  /** Hosts that URL operands name, lower case; `unknown.invalid` stands for one that isn't known. */
  readonly domains: readonly string[];
  /** The shell's own directory may be another one afterwards (`cd`, `pushd`, `source`, `eval`). */
  readonly changesDirectory: boolean;
  /** Where it then is if every `cd` succeeds; `undefined`: it does not move, or that isn't known. */
  readonly movesTo: string | undefined;
}
