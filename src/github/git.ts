import { messageOf } from '../base/errors.ts';
import { pathWithout } from '../base/path-variable.ts';

/**
 * Settings that keep git from starting any program or asking anybody, whatever a repository says: a test
 * that the agent ran may have written below `.git`, and the fetches of the end would run that outside of
 * every sandbox.
 */
const HARDENED: readonly string[] = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.sshCommand=ssh',
  // Empty, it takes away those named before it, for single hosts too.
  'credential.helper=',
  'core.quotePath=false',
  'diff.external=',
  'protocol.ext.allow=never',
  'commit.gpgSign=false',
  'gc.auto=0',
  'maintenance.auto=false',
];

/**
 * Where the settings are not ours. In our own store, what the checkout has may be told to the other side, so
 * that it sends no more than is missing.
 */
const OF_OTHERS: readonly string[] = ['core.alternateRefsCommand=true'];

const VARIABLES = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  // Set, it stands before `core.askPass`.
  GIT_ASKPASS: '',
  GIT_NO_LAZY_FETCH: '1',
  // A reference below refs/replace gives one object for another, whoever made it.
  GIT_NO_REPLACE_OBJECTS: '1',
  LC_ALL: 'C',
};

/** Git said no. Its message holds git's own words. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/** Runs git in `root` for the action itself. Calls of the agent go through Bash, not here. */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<string>;

/** What a fetch from a folder runs there; of several settings for it, git takes the first. */
const UPLOAD_PACK = '--upload-pack=git-upload-pack';

/** Ways to fetch that name no program: `git://` has `core.gitProxy`, and any other a helper. Nothing else fetches. */
const PROTOCOLS = 'file:http:https:ssh';

interface GitOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What git reads from standard input; absent: nothing. */
  readonly input?: string;
  /** How the bytes of the output become text: `latin1` keeps each of them. Default `utf8`. */
  readonly encoding?: 'utf8' | 'latin1';
  /** Milliseconds; default one minute. */
  readonly timeout?: number;
}

const running = new Set<{ kill(signal: 'SIGKILL'): boolean }>();

/** Ends every git that is still at work: a process that goes on would wait for it. */
export function endGit(): void {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * Git for one checkout, with the environment given (`PATH`, `HOME`) and nothing else. The program never
 * comes from `outside`, the checkout: a pull request could bring one that gives its own commit for the
 * base commit's.
 * @returns standard output, whole.
 * @throws GitError when git fails or takes too long.
 */
export function gitIn(
  root: string,
  environment: Readonly<Record<string, string>>,
  outside = root,
): Git {
  const path = pathWithout(environment['PATH'] ?? '', outside);
  // The owner of a checkout in a container is often somebody else; it is the one we were given.
  const named = environment['GIT_DIR'] === root ? HARDENED : [...HARDENED, ...OF_OTHERS];
  const settings = [...named, `safe.directory=${root}`].flatMap((setting) => ['-c', setting]);
  return async (given, options = {}) => {
    const { execa } = await import('execa');
    const isFetch = given[0] === 'fetch';
    const args = isFetch ? ['fetch', UPLOAD_PACK, ...given.slice(1)] : given;
    const child = execa('git', [...settings, ...args], {
      cwd: root,
      env: {
        ...environment,
        PATH: path,
        ...VARIABLES,
        GIT_ALLOW_PROTOCOL: isFetch ? PROTOCOLS : 'none',
        ...options.env,
      },
      extendEnv: false,
      ...(options.input === undefined ? { stdin: 'ignore' } : { input: options.input }),
      encoding: options.encoding ?? 'utf8',
      timeout: options.timeout ?? 60_000,
      stripFinalNewline: false,
      maxBuffer: 256 * 1024 * 1024,
    });
    running.add(child);
    try {
      return (await child).stdout;
    } catch (error) {
      throw new GitError(gitWords(error, args), { cause: error });
    } finally {
      running.delete(child);
    }
  };
}

function gitWords(error: unknown, args: readonly string[]): string {
  const stderr =
    error instanceof Error && 'stderr' in error ? String(error.stderr ?? '').trim() : '';
  const lines = stderr.split('\n');
  const telling = lines.find((line) => !/^(?:remote: )?warning: /.test(line));
  return `git ${args[0] ?? ''}: ${telling || messageOf(error).split('\n')[0]}`;
}
