import type { Effect, PathTouch, SubjectCommand } from '../tool/subject.ts';
import type { ShellScene } from './analysis.ts';
import { describe } from './describe.ts';
import type { Place, Sink } from './description.ts';
import type { Shell } from './directories.ts';
import { Evaluated } from './evaluated.ts';
import { parseScript } from './parse.ts';
import { areReadable } from './proof.ts';
import { distinct, effectOfRedirection } from './redirection.ts';
import { type Loops, MAX_NESTED } from './scope.ts';
import { setsVariable } from './setting.ts';
import type { SimpleCommand } from './simple-command.ts';
import { touch } from './touches.ts';
import { walkScript } from './walk.ts';

/** More make a line that nobody can review; they are listed all the same. */
const MAX_COMMANDS = 500;
/** Shell text inside shell text (`bash -c "bash -c …"`). */
const MAX_SCRIPTS = 16;
/** Rounds of loops that are looked at one by one. */
const MAX_ROUNDS = 64;
/** A reason is for people: a pattern of thousands of characters in it is cut. */
const MAX_REASON = 300;

/** What has been found of a line while it is looked through. */
export class Findings implements Sink {
  readonly commands: SubjectCommand[] = [];
  readonly touches = new Map<string, PathTouch>();
  readonly domains = new Set<string>();
  unclear: string | undefined;
  readonly loops: Loops;
  /** Something was taken for reading that is so only where all of the line reads. */
  isOnlyReading = false;
  readonly #mayGuess: boolean;
  readonly #scene: ShellScene;
  readonly #functions = new Set<string>();
  readonly #nested = { left: MAX_NESTED };
  readonly #evaluated = new Evaluated();
  readonly #texts: string[] = [];

  constructor(scene: ShellScene, knowsLoops: boolean) {
    this.#scene = scene;
    this.#mayGuess = knowsLoops;
    this.loops = { used: false, left: knowsLoops ? MAX_ROUNDS : 0 };
  }

  get readOnly(): boolean {
    return this.unclear === undefined && this.commands.every((one) => one.readOnly);
  }

  problem(reason: string | undefined): void {
    if (reason === undefined || this.unclear !== undefined) return;
    this.unclear = reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON)}…` : reason;
  }

  mayAllRead(): boolean {
    this.isOnlyReading ||= this.#mayGuess;
    return this.#mayGuess;
  }

  touch(touches: readonly PathTouch[]): void {
    for (const found of touches) {
      const key = `${found.access} ${found.path.path}`;
      // What is redirected to as well is no mere operand.
      if (!found.operand || !this.touches.has(key)) this.touches.set(key, found);
    }
  }

  /** What is not understood may do anything: no answer for harmless effects lets it through. */
  feared(): readonly Effect[] {
    return this.unclear === undefined ? [] : ['execute'];
  }

  maySet(name: string): boolean {
    return this.#texts.some((text) => setsVariable(text, name));
  }

  domain(hosts: readonly string[]): void {
    for (const host of hosts) this.domains.add(host);
  }

  script(text: string, place: Place): void {
    if (place.scripts >= MAX_SCRIPTS) {
      this.problem('Too many commands are wrapped around each other.');
      return;
    }
    this.follow(text, { directories: place.directories, moved: false, movesTo: undefined }, place);
  }

  /** Parses shell text and lists what it runs. `around`: the command that it is given to. */
  follow(text: string, shell: Shell, around: Place | undefined): void {
    const script = parseScript(text);
    if (!script) {
      this.problem('It can not be parsed.');
      return;
    }
    this.#texts.push(text);
    const found: SimpleCommand[] = [];
    const findings = {
      command: (command: SimpleCommand) => found.push(command),
      functionName: (name: string) => this.#functions.add(name),
      problem: (reason: string) => this.problem(reason),
      evaluated: this.#evaluated,
      loops: this.loops,
      mayAllRead: () => this.mayAllRead(),
    };
    walkScript(script, shell, {
      findings,
      home: this.#scene.home,
      source: text,
      span: around?.span,
      provable: around?.provable ?? true,
      depth: 0,
      nested: this.#nested,
    });
    this.problem(this.#evaluated.problem(text));
    // Functions are known only now: one that is defined later may still be called by a loop before.
    for (const command of found) this.#list(command, around);
    if (this.commands.length > MAX_COMMANDS) {
      this.problem(`It has more than ${MAX_COMMANDS} commands. Put them into a script file.`);
    }
  }

  #list(command: SimpleCommand, around: Place | undefined): void {
    const redirected = this.#redirected(command);
    if (command.source !== undefined) {
      this.commands.push(this.#construct(command, command.source, redirected, around));
      return;
    }
    const place: Place = {
      scene: this.#scene,
      span: command.span,
      directories: command.directories,
      provable: command.provable,
      functions: this.#functions,
      inherited: around?.inherited ?? [],
      wrappers: 0,
      scripts: (around?.scripts ?? -1) + 1,
    };
    // A function may print anything under the name of what prints its words.
    const input = this.#functions.size > 0 ? undefined : command.input;
    describe({ ...command, input, redirected }, place, this);
  }

  /** Something that is no simple command, as a command that only its own text describes. */
  #construct(
    { reads, span, directories, provable }: SimpleCommand,
    text: string,
    redirected: readonly Effect[],
    around: Place | undefined,
  ): SubjectCommand {
    if (reads) this.touch(touch(reads, 'read', directories, this.#scene).touches);
    const readOnly =
      reads !== undefined &&
      provable &&
      redirected.length === 0 &&
      areReadable(reads, directories, this.#scene);
    const effects: readonly Effect[] = reads ? ['read'] : ['execute'];
    return {
      text,
      span,
      allowForms: [text, ...(around?.inherited ?? [])],
      denyForms: [text],
      readOnly,
      effects: redirected.length > 0 ? redirected : effects,
    };
  }

  /** What the redirections of a command do, beyond reading what may be read anyway. */
  #redirected({ redirections, directories }: SimpleCommand): readonly Effect[] {
    const effects = new Set<Effect>();
    for (const redirection of distinct(redirections)) {
      const effect = effectOfRedirection(redirection);
      if (effect.kind === 'none') continue;
      if (effect.kind === 'unclear') {
        this.problem(effect.reason);
        effects.add('write');
      } else if (effect.kind === 'discloses') {
        effects.add('read');
      } else if (effect.kind === 'network') {
        this.problem('A redirection opens a network connection.');
        this.domain([effect.host]);
        effects.add('network');
      } else {
        const files = [{ text: effect.file, glob: false }];
        const found = touch(files, effect.kind, directories, this.#scene);
        this.touch(found.touches);
        this.problem(found.problem);
        if (effect.kind === 'write' || !areReadable(files, directories, this.#scene)) {
          effects.add(effect.kind);
        }
      }
    }
    return [...effects];
  }
}
