import type { Effect } from '../tool/subject.ts';
import { gitEffects } from './git-effects.ts';
import { isSystemProgram, programName } from './program-name.ts';
import { readerOf } from './read-only/readers.ts';
import type { ShellWord } from './word.ts';

const set = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

const WRITERS = set(
  `touch mkdir cp mv ln install tee chmod chown chgrp patch tar unzip zip gzip gunzip bzip2 xz split
   csplit mkfifo mktemp link`,
);
const DESTROYERS = set(
  `rm rmdir unlink shred dd truncate wipefs fdisk parted mkswap kill pkill killall shutdown reboot
   halt poweroff`,
);
/** They connect to other machines and run nothing of the project. */
const CONNECTORS = set(
  `curl wget nc ncat netcat socat ssh scp sftp ftp telnet ping dig nslookup host whois traceroute
   openssl gh glab aws gcloud az kubectl helm docker podman skopeo http https xh rsync mail sendmail`,
);
/** They fetch packages, whose install scripts run. */
const FETCHERS: Readonly<Record<string, RegExp>> = {
  npm: /^(i|in|install|ci|add|update|up|publish|unpublish|exec|x|init|create|audit|outdated|view|info|login|whoami|ping|search|dist-tag|access|owner|deprecate|install-test|it|cit)$/,
  pnpm: /^(i|install|add|update|up|publish|dlx|create|audit|outdated|import|fetch)$/,
  yarn: /^(install|add|up|upgrade|dlx|npm|publish|create|audit|outdated)$/,
  bun: /^(i|install|add|update|x|create|publish|outdated)$/,
  npx: /./,
  pnpx: /./,
  bunx: /./,
  uvx: /./,
  pip: /^(install|download|index|search|wheel)$/,
  pip3: /^(install|download|index|search|wheel)$/,
  pipx: /./,
  uv: /^(add|sync|pip|lock|tool|publish|python)$/,
  poetry: /^(install|add|update|lock|publish)$/,
  cargo: /^(install|publish|fetch|update|add|search|login|yank|owner)$/,
  go: /^(get|install|mod|work)$/,
  gem: /^(install|update|push|fetch)$/,
  bundle: /^(install|update|add)$/,
  composer: /^(install|update|require|create-project)$/,
  apt: /./,
  'apt-get': /./,
  apk: /./,
  dnf: /./,
  yum: /./,
  brew: /./,
  deno: /^(install|add|cache|publish)$/,
  corepack: /./,
};

/** What a command may do whose arguments no table covers. A program that isn't known executes. */
export function effectsOf(words: readonly ShellWord[]): readonly Effect[] {
  const name = programName(words[0]) ?? '';
  // A program that is called by its place is anybody's, whatever it is named.
  const foreign = !isSystemProgram(words[0]);
  return foreign ? ['execute', ...namedEffects(name, words)] : namedEffects(name, words);
}

function namedEffects(name: string, words: readonly ShellWord[]): readonly Effect[] {
  const args = words.slice(1).map((word) => word.text);
  if (name === 'git') return gitEffects(args);
  if (/^mkfs(\.|$)/.test(name) || DESTROYERS.has(name)) return ['write', 'destructive'];
  if (WRITERS.has(name)) return ['read', 'write'];
  if (CONNECTORS.has(name)) return ['network', 'execute'];
  if (name === 'find' && args.includes('-delete')) return ['read', 'write', 'destructive'];
  if (readerOf(name) && !Object.hasOwn(FETCHERS, name)) return readerEffects(name, args);
  return projectEffects(name, args);
}

/** Package managers connect for some of their sub-commands; whatever they do, scripts may run. */
function projectEffects(name: string, args: readonly string[]): readonly Effect[] {
  const command = args.find((word) => !word.startsWith('-')) ?? '';
  const fetches = Object.hasOwn(FETCHERS, name) && FETCHERS[name]?.test(command || name);
  // Alone, yarn installs.
  if (!fetches && !(name === 'yarn' && command === '')) return ['execute'];
  return command === 'unpublish' || command === 'yank'
    ? ['execute', 'network', 'destructive']
    : ['execute', 'network'];
}

/** A reader whose arguments are not proven: some of its options write, some run a program. */
function readerEffects(name: string, args: readonly string[]): readonly Effect[] {
  const inPlace = name === 'sed' && args.some((word) => /^-[a-zA-Z]*i|^--in-place/.test(word));
  return inPlace ? ['read', 'write', 'execute'] : ['read', 'execute'];
}
