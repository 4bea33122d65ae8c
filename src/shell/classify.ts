import type { Effect, PathTouch, SubjectCommand } from '../tool/subject.ts';
import type { ShellAnalysis, ShellScene } from './analysis.ts';
import { describe } from './describe.ts';
import type { Place, Sink } from './description.ts';
import { type Shell, startShell } from './directories.ts';
import { Evaluated } from './evaluated.ts';
import { loudCommands } from './loud-commands.ts';
import { MAX_PARSED_CHARS, oddText } from './odd-text.ts';
import { parseScript } from './parse.ts';
import { areReadable } from './proof.ts';
import { distinct, effectOfRedirection } from './redirection.ts';
import { MAX_NESTED } from './scope.ts';
import { nothingSeen } from './seen.ts';
import type { SimpleCommand } from './simple-command.ts';
import { touch } from './touches.ts';
import { walkScript } from './walk.ts';

/** More make a line that nobody can review; they are listed all the same. */
const MAX_COMMANDS = 500;
/** Shell text inside shell text (`bash -c "bash -c …"`). */
const MAX_SCRIPTS = 16;
/** Characters of paths that are looked up on disk for one line. */
const MAX_LOOKS = 100_000;
/** A reason is for people: a pattern of thousands of characters in it is cut. */
const MAX_REASON = 300;

/**
 * What a bash command line would do. Pure, but for looking at links and folders where it names
 * files. Never throws: what can't be understood says so in `unclear`, and is not read-only.
 */
export function classify(command: string, scene: ShellScene): ShellAnalysis {
  const findings = new Findings({ looks: { left: MAX_LOOKS }, seen: nothingSeen(), ...scene });
  findings.problem(oddText(command));
  const shell = startShell(scene.cwd);
  if (command.length <= MAX_PARSED_CHARS) findings.follow(command, shell, undefined);
  const { unclear } = findings;
  const readOnly = unclear === undefined && findings.commands.every((one) => one.readOnly);
  const commands = readOnly ? findings.commands : loudCommands(findings.commands, scene);
  const paths = [...findings.touches.values()];
  return {
    unclear,
    readOnly,
    effects: [...new Set([...commands.flatMap(({ effects }) => effects), ...findings.feared()])],
    commands,
    paths,
    domains: [...findings.domains],
    changesDirectory: shell.moved,
    movesTo: shell.moved ? shell.movesTo : undefined,
  };
}

/** What has been found of a line while it is looked through. */
class Findings implements Sink {
  readonly commands: SubjectCommand[] = [];
  readonly touches = new Map<string, PathTouch>();
  readonly domains = new Set<string>();
  unclear: string | undefined;
  readonly #scene: ShellScene;
  readonly #functions = new Set<string>();
  readonly #nested = { left: MAX_NESTED };
  readonly #evaluated = new Evaluated();

  constructor(scene: ShellScene) {
    this.#scene = scene;
  }

  problem(reason: string | undefined): void {
    if (reason === undefined || this.unclear !== undefined) return;
    this.unclear = reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON)}…` : reason;
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
    const found: SimpleCommand[] = [];
    const findings = {
      command: (command: SimpleCommand) => found.push(command),
      functionName: (name: string) => this.#functions.add(name),
      problem: (reason: string) => this.problem(reason),
      evaluated: this.#evaluated,
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
