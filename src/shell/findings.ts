import type { Effect, PathTouch, SubjectCommand } from '../tool/subject.ts';
import type { ShellScene } from './analysis.ts';
import { describe } from './describe.ts';
import type { Place, Sink } from './description.ts';
import type { Shell } from './directories.ts';
import { Evaluated } from './evaluated.ts';
import { lookAtFew } from './looks.ts';
import { parseScript } from './parse.ts';
import { areReadable } from './proof.ts';
import { redirectedEffects } from './redirected-effects.ts';
import { type Loops, MAX_NESTED } from './scope.ts';
import { SeenCommands } from './seen-commands.ts';
import { setsVariable } from './setting.ts';
import type { SimpleCommand } from './simple-command.ts';
import { touch } from './touches.ts';
import { walkScript } from './walk.ts';

/** More make a line that nobody can review; they are listed all the same. */
const MAX_COMMANDS = 500;
/** Of one command, behind its name. */
const MAX_WORDS = 1_000;
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
    if (this.commands.length + found.length > MAX_COMMANDS) this.#tooMany();
    // Functions are known only now: one that is defined later may still be called by a loop before.
    const seen = new SeenCommands();
    for (const command of found) {
      const known = [this.#scene.made?.size, this.#functions.size, this.#texts.length];
      seen.list(command, known.join(), this.commands, () => this.#list(command, around));
    }
    if (this.commands.length > MAX_COMMANDS) this.#tooMany();
  }

  #tooMany(): void {
    this.problem(`It has more than ${MAX_COMMANDS} commands. Put them into a script file.`);
    lookAtFew(this.#scene.looks);
  }

  #list(command: SimpleCommand, around: Place | undefined): void {
    const redirected = redirectedEffects(command, this.#scene, this);
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
    if (command.words.length > MAX_WORDS + 1) {
      this.problem(
        `A command has more than ${MAX_WORDS} words. Name folders, or use a script file.`,
      );
      lookAtFew(this.#scene.looks);
    }
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
}
