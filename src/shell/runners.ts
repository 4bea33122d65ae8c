import { literal, type ShellWord } from './word.ts';
import type { WrapperOptions } from './wrappers.ts';

/** A program that runs another in an environment of its own, most of them behind a sub-command. */
interface Runner extends Omit<WrapperOptions, 'kind'> {
  /** The sub-commands that do; absent: it does without one. */
  readonly behind?: readonly string[];
  /** What runs is in another place: its files are not the checkout's. */
  readonly elsewhere?: true;
}

/** What stands for one of them in a call, from the sub-command on. */
export interface RunnerCall {
  readonly words: readonly ShellWord[];
  readonly options: WrapperOptions;
  readonly elsewhere: boolean;
}

const CALL = ['-c', '--call'];
const PACKAGES = ['--yes', '--no', '--quiet', '--package=', '--workspace='];
const RUN: Runner = { behind: ['run'] };
const EXEC: Runner = { behind: ['exec'] };
const CONTAINER: Runner = { behind: ['exec', 'run'], elsewhere: true };

const RUNNERS: Readonly<Record<string, Runner>> = {
  npm: {
    behind: ['exec', 'x', 'explore'],
    script: CALL,
    valued: 'pw',
    flags: 'yq',
    long: PACKAGES,
  },
  npx: { script: CALL, valued: 'pw', flags: 'yq', long: [...PACKAGES, '--no-install'] },
  pnpm: { behind: ['exec', 'dlx'], flags: 'rc', long: ['--package=', '--recursive'] },
  pnpx: { long: ['--package='] },
  yarn: { behind: ['exec', 'dlx'], flags: 'q', valued: 'p' },
  bun: { behind: ['x'], long: ['--bun'] },
  bunx: { long: ['--bun'] },
  corepack: {},
  uv: {
    behind: ['run'],
    flags: 'q',
    valued: 'p',
    long: ['--frozen', '--locked', '--with=', '--python='],
  },
  uvx: { flags: 'q', valued: 'p', long: ['--from=', '--with=', '--python='] },
  pipx: RUN,
  poetry: RUN,
  pipenv: RUN,
  pdm: RUN,
  rye: RUN,
  hatch: RUN,
  conda: { behind: ['run'], valued: 'np', long: ['--no-capture-output', '--name='] },
  micromamba: { behind: ['run'], valued: 'np' },
  devbox: RUN,
  doppler: RUN,
  op: RUN,
  bundle: EXEC,
  rbenv: EXEC,
  pyenv: EXEC,
  nodenv: EXEC,
  asdf: EXEC,
  lerna: EXEC,
  nx: EXEC,
  mise: { behind: ['exec', 'x'] },
  direnv: { behind: ['exec'], operands: 1 },
  'aws-vault': { behind: ['exec'], operands: 1 },
  dotenv: { valued: 'ev' },
  'cross-env': { assignments: true },
  'nix-shell': { script: ['--run', '--command'], valued: 'pA' },
  nix: { behind: ['develop', 'shell', 'run'] },
  docker: CONTAINER,
  podman: CONTAINER,
  nerdctl: CONTAINER,
  'docker-compose': CONTAINER,
  kubectl: CONTAINER,
};

/** The part of a command that stands for a runner and what it runs. */
export function runnerCall(name: string, words: readonly ShellWord[]): RunnerCall | undefined {
  const runner = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined;
  if (!runner) return undefined;
  const { behind, elsewhere = false, ...options } = runner;
  const at = behind ? subCommandAt(words, [...behind, 'compose']) : 0;
  if (at === undefined) return undefined;
  return { words: words.slice(at), options: { kind: 'opaque', ...options }, elsewhere };
}

/** Behind options alone, and what may be their values. */
function subCommandAt(words: readonly ShellWord[], names: readonly string[]): number | undefined {
  for (let at = 1; at < words.length; at += 1) {
    const text = literal(words[at]) ?? '';
    if (names.includes(text)) return at;
    const isOption = text.startsWith('-');
    if (!isOption && !/^-[^=]*$/.test(words[at - 1]?.text ?? '')) return undefined;
  }
  return undefined;
}
