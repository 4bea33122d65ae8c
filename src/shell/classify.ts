import type { ShellAnalysis, ShellScene } from './analysis.ts';
import { startShell } from './directories.ts';
import { Findings } from './findings.ts';
import { loudCommands } from './loud-commands.ts';
import { MadeLinks } from './made-links.ts';
import { MAX_PARSED_CHARS, oddText } from './odd-text.ts';
import { nothingSeen } from './seen.ts';
import { setsNothing } from './setting.ts';

/** Characters of paths that are looked up on disk for one line. */
const MAX_LOOKS = 100_000;
const MAX_LOOKS_AGAIN = 4;
/** Loops, functions, jobs, pipelines, and programs that start others many times. */
const REPEATS =
  /(?<!\|)\|(?!\|)|(?<![&>])&(?![&>])|\(\)|\b(?:for|while|until|select|function|coproc|trap|xargs|parallel|find|fd|watch|entr)\b/;

/**
 * What a bash command line would do. Pure, but for looking at links and folders where it names
 * files, and at what git keeps. Never throws: what can't be understood says so in `unclear`, and is not read-only.
 */
export function classify(command: string, scene: ShellScene): ShellAnalysis {
  const first = lookThrough(command, scene, true);
  const { loops, isOnlyReading } = first.findings;
  // What a loop goes through is only known where nothing else in the line sets variables.
  const isSure =
    first.findings.readOnly ||
    (!loops.used && !isOnlyReading) ||
    (!isOnlyReading &&
      first.findings.unclear === undefined &&
      setsNothing(command, first.findings.commands));
  const { findings, shell } = isSure ? first : lookThrough(command, scene, false);
  const { readOnly, unclear } = findings;
  const commands = readOnly ? findings.commands : loudCommands(findings.commands, scene);
  const paths = [...new Map([...first.findings.touches, ...findings.touches]).values()];
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

function lookThrough(command: string, scene: ShellScene, knowsLoops: boolean) {
  const made = new MadeLinks();
  let found = lookOnce(command, scene, knowsLoops, made);
  if (!REPEATS.test(command)) return found;
  // What stands first may run again, or late: it may go through links that are made behind it.
  let known = 0;
  for (let left = MAX_LOOKS_AGAIN; known !== made.size; left -= 1) {
    known = made.size;
    found = lookOnce(command, scene, knowsLoops, made);
    if (left > 0) continue;
    found.findings.problem('It makes more links than can be followed.');
    break;
  }
  return found;
}

function lookOnce(command: string, scene: ShellScene, knowsLoops: boolean, made: MadeLinks) {
  const limits = { looks: { left: MAX_LOOKS }, seen: nothingSeen(), made };
  const findings = new Findings({ ...limits, ...scene }, knowsLoops);
  findings.problem(oddText(command));
  const shell = startShell(scene.cwd);
  if (command.length <= MAX_PARSED_CHARS) findings.follow(command, shell, undefined);
  return { findings, shell };
}
