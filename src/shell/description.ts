import type { Effect, PathTouch, SubjectCommand } from '../tool/subject.ts';
import type { ShellScene } from './analysis.ts';
import type { Directories } from './directories.ts';
import type { ShellAssignment } from './simple-command.ts';
import type { ShellWord, Upstream } from './word.ts';

/** What descriptions are put into. */
export interface Sink {
  readonly commands: SubjectCommand[];
  touch(touches: readonly PathTouch[]): void;
  domain(hosts: readonly string[]): void;
  problem(reason: string): void;
  /** Asked before something is taken for reading that is so only where the whole line reads. */
  mayAllRead(): boolean;
  /** Whether the line may set a variable: its name stands in it as more than `$name`. */
  maySet(name: string): boolean;
  /** Follows shell text that a command runs. */
  script(text: string, place: Place): void;
}

/** The surroundings of a command. */
export interface Place {
  readonly scene: ShellScene;
  readonly span: readonly [number, number];
  readonly directories: Directories;
  readonly provable: boolean;
  /** Names that the line defines as functions: no known programs any more. */
  readonly functions: ReadonlySet<string>;
  /** Forms of the wrappers around it: a rule that allows the wrapper allows what it runs. */
  readonly inherited: readonly string[];
  /** How many wrappers, and how many texts of shell, are around it. */
  readonly wrappers: number;
  readonly scripts: number;
}

/** A command to describe: as it stands, or inside a wrapper. */
export interface Layer {
  readonly assignments: readonly ShellAssignment[];
  readonly words: readonly ShellWord[];
  readonly input: string | undefined;
  /** What its redirections do beyond harmless reading. */
  readonly redirected: readonly Effect[];
  /** Words that are read from elsewhere are put behind its own. */
  readonly goesOn?: boolean;
  /** It only sets the variables of a loop that is known to end. */
  readonly isHead?: boolean | undefined;
  /** The commands whose lines it is given. */
  readonly lines?: Upstream | undefined;
}
