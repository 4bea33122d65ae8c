import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../src/base/find-program.ts';
import { STUBS, WRAPPERS } from './grammar.ts';

/** Starts a record, in bash's own trace and in what the stubs write. */
const RECORD = '\u001d';

/** Each stub says how it was called, on a descriptor that no line redirects. */
const STUB = `#!/bin/sh
said=\${0##*/}
for word do said="$said $word"; done
printf '${RECORD}%s' "$said" >&8
case \${0##*/} in grep|diff) exit 1;; esac
`;

/** Runs each line in a shell of its own; what they do stays in the folder they start in. */
const DRIVER = `
mapfile -d '' -t lines < "$1"
for number in "\${!lines[@]}"; do
  (
    cd "$3" || exit
    exec 8> "$2/$number.stubs" 9> "$2/$number.trace"
    line=\${lines[number]}
    unset lines number
    PS4='${RECORD}'
    BASH_XTRACEFD=9
    ulimit -t 5
    set -x
    eval "$line"
    wait
  ) < /dev/null > /dev/null 2>&1
done
`;

/**
 * Lets bash run lines and tells what simple commands it ran for each, as text without quotes. The only
 * programs are stubs that do nothing, and wrappers that run those.
 */
export function traceLines(lines: readonly string[], folder: string): string[][] {
  const [programs, work, traces] = ['bin', 'work', 'traces'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  makePrograms(programs);
  mkdirSync(work);
  mkdirSync(traces);
  writeFileSync(join(folder, 'lines'), lines.map((line) => `${line}\0`).join(''));
  const bash = findProgram('bash', process.env['PATH'] ?? '', folder);
  const { error } = spawnSync(
    bash ?? 'bash',
    ['--norc', '--noprofile', '-c', DRIVER, 'driver', join(folder, 'lines'), traces, work],
    {
      env: { PATH: programs, HOME: work },
      cwd: work,
      timeout: 60_000 + lines.length * 40,
      killSignal: 'SIGKILL',
    },
  );
  if (error) throw error;
  return lines.map((_, number) => [
    // The first record is the driver's own eval, the last its wait.
    ...records(join(traces, `${number}.trace`))
      .slice(1)
      .map(unquote),
    ...records(join(traces, `${number}.stubs`)),
  ]);
}

function makePrograms(folder: string): void {
  mkdirSync(folder);
  const stub = join(folder, '.stub');
  writeFileSync(stub, STUB);
  chmodSync(stub, 0o755);
  for (const name of STUBS) symlinkSync(stub, join(folder, name));
  for (const name of WRAPPERS) {
    const real = findProgram(name, process.env['PATH'] ?? '', folder);
    if (real !== undefined) symlinkSync(real, join(folder, name));
  }
}

function records(file: string): string[] {
  return (
    readFileSync(file, 'utf8')
      .split(new RegExp(`${RECORD}+`))
      // What bash tells of a head (`case … in`) is the source, and no command.
      .filter((record) => record !== '' && !/^(?:case|for|select|\[\[|\(\() ?/.test(record))
      .map((record) => record.replace(/\n$/, ''))
  );
}

/** The words of a trace, which bash quotes where they need it. */
function unquote(record: string): string {
  return record.replace(/\$'((?:[^'\\]|\\.)*)'|'([^']*)'|\\(.)/gs, (_, ansi, single, escaped) =>
    String(ansi?.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1') ?? single ?? escaped),
  );
}
