import type { Directories } from './directories.ts';
import type { ShellWord, Upstream, WordValue } from './word.ts';

/** `NAME=value` before a command, or alone. */
export interface ShellAssignment {
  readonly name: string;
  /** As rules see it: `NAME=value` without quotes. */
  readonly text: string;
  /** The value of a plain `NAME=literal`; `undefined` for `+=`, arrays, subscripts and unknown values. */
  readonly value: string | undefined;
}

export interface ShellRedirection {
  /** `>`, `<`, `&>` … and `<<<`, `<<` for text that is given inline. */
  readonly operator: string;
  readonly target: ShellWord | undefined;
  /** `{name}> file`: the number of the descriptor is put into a variable. */
  readonly setsVariable: boolean;
}

/** A command as it stands in the line, before it is judged. */
export interface SimpleCommand {
  readonly assignments: readonly ShellAssignment[];
  /** Program and arguments; empty for what is no simple command. */
  readonly words: readonly ShellWord[];
  /** For what is no simple command: its source. */
  readonly source: string | undefined;
  /** For what is no simple command and changes nothing: the files it looks at. */
  readonly reads: readonly WordValue[] | undefined;
  readonly redirections: readonly ShellRedirection[];
  /** Literal text on its standard input, from a here-string or here-document. */
  readonly input: string | undefined;
  readonly span: readonly [number, number];
  readonly directories: Directories;
  /** False where the place it stands in forbids a proof: background, function body, written file. */
  readonly provable: boolean;
  /** It only sets the variables of a loop that is known to end. Absent: it is another. */
  readonly isHead?: boolean | undefined;
  /** The commands whose lines it is given. Absent: not known. */
  readonly lines?: Upstream | undefined;
}
