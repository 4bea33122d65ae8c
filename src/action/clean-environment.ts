import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variables that the action was started with, secrets included: kept in memory, never passed on whole. */
export interface Environment {
  readonly variables: Readonly<Record<string, string>>;
  /** Whether this process' own `/proc/<pid>/environ` is free of them. */
  readonly clean: boolean;
}

/** Names the file that holds the variables, for the process that replaces this one. */
const HANDED_OVER = 'UNATTENDED_ENVIRONMENT_FILE';

/**
 * For a small heap, with `keepHeapSmall`: the young generation is what it may become from the beginning,
 * as all that a start makes outlives it and would be copied twice before the first request. Only flags that V8 leaves out of what it compares with its code
 * cache may stand here: with any other it compiles the whole of Node's own code anew, for 25 ms.
 */
const SMALL_HEAP = ['--min-semi-space-size=4', '--max-semi-space-size=4'];

/** What node itself and the system's libraries read; nothing here is a secret. */
const KEPT =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/i;

/**
 * Replaces the process by itself with a clean environment and gives back the variables it was
 * started with. A child of the same user can read `/proc/<pid>/environ` of this process, which
 * shows what it was started with for ever, whatever is deleted later. Descriptors don't survive the
 * replacement, so the variables go by a private file in memory that is read and removed first thing.
 * Where Node has no `execve` (before 23.11, Windows) `clean` is false.
 */
export function enterCleanEnvironment(): Environment {
  const file = process.env[HANDED_OVER];
  if (file?.startsWith(filePrefix())) return takeOver(file);
  const variables = definedVariables();
  if (typeof process.execve === 'function' && process.platform !== 'win32')
    replaceProcess(variables);
  for (const name of Object.keys(variables)) if (!KEPT.test(name)) delete process.env[name];
  return { variables, clean: false };
}

function replaceProcess(variables: Record<string, string>): void {
  // Made only if it is new (`wx`), so that its name need not be hard to guess.
  const file = `${filePrefix()}${Date.now()}`;
  const kept = Object.fromEntries(Object.entries(variables).filter(([name]) => KEPT.test(name)));
  try {
    writeFileSync(file, JSON.stringify(variables), { mode: 0o600, flag: 'wx' });
    // Node warns on stderr that execve is experimental: nothing a reader of the log can act on.
    process.emitWarning = () => {};
    process.execve?.(
      process.execPath,
      [process.execPath, ...SMALL_HEAP, ...process.execArgv, ...process.argv.slice(1)],
      {
        ...kept,
        [HANDED_OVER]: file,
      },
    );
  } catch {
    rmSync(file, { force: true });
  }
}

function takeOver(file: string): Environment {
  delete process.env[HANDED_OVER];
  const descriptor = openSync(file, 'r');
  try {
    rmSync(file, { force: true });
    // Somebody else's file would set our configuration: it has to be this user's own.
    if (process.getuid && fstatSync(descriptor).uid !== process.getuid()) {
      throw new Error(`${file} is not a file of this user.`);
    }
    return { variables: JSON.parse(readFileSync(descriptor, 'utf8')), clean: true };
  } finally {
    // While it is open, children of this user can read the removed file by /proc/<pid>/fd.
    closeSync(descriptor);
  }
}

/** In memory where the system has it. The process id stays the same when a process is replaced. */
function filePrefix(): string {
  return join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `unattended-${process.pid}-`);
}

function definedVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
}
