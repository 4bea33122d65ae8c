/** How a wrapper's own words are told from the command it runs. */
export interface WrapperOptions {
  readonly kind: 'transparent' | 'opaque' | 'exact';
  /** It adds nothing to what the inner command does. */
  readonly provable?: boolean;
  /** Short options without a value, as letters. */
  readonly flags?: string;
  /** Short options with one, glued or as the next word. */
  readonly valued?: string;
  /** Long options without a value; those with one end in `=`. */
  readonly long?: readonly string[];
  /** Words of its own before the command: a duration, a lock file. */
  readonly operands?: number;
  /** `NAME=value` words may stand before the command. */
  readonly assignments?: boolean;
  /** The option whose value is shell text. */
  readonly script?: readonly string[];
  /** The words behind the script belong to it. */
  readonly joinsRest?: boolean;
  /** Its words are joined and given to a shell. */
  readonly joins?: boolean;
  /** Options that make it answer a question and run nothing. */
  readonly query?: readonly string[];
  /** Transparent only without options. */
  readonly bareOnly?: boolean;
  /** `-5` is an option (`nice -5`). */
  readonly digits?: boolean;
}

/** They run what stands behind their options, of which none is known here. */
const OTHERS =
  `fakeroot setpriv systemd-run busybox toybox ltrace nsenter prlimit eatmydata dbus-run-session
   firejail catchsegv torsocks proxychains proxychains4 ssh-agent tini dumb-init numactl cpulimit
   choom uclampset aa-exec bwrap linux32 linux64 i386 x86_64 valgrind caffeinate runcon entr rlwrap
   daemonize pkexec chronic ts`.split(/\s+/);
/** The same, behind one word of their own. */
const WITH_OPERAND = 'setarch gosu su-exec perf faketime lockf softlimit chpst envdir'.split(' ');

/** Programs and built-ins that run the command in their arguments. */
export const WRAPPERS: Readonly<Record<string, WrapperOptions>> = {
  timeout: {
    kind: 'transparent',
    provable: true,
    flags: 'v',
    valued: 'ks',
    long: ['--foreground', '--preserve-status', '--verbose', '--kill-after=', '--signal='],
    operands: 1,
  },
  time: { kind: 'transparent', provable: true, flags: 'p' },
  nice: { kind: 'transparent', provable: true, valued: 'n', long: ['--adjustment='], digits: true },
  // Not provable: where its output is a terminal it writes nohup.out.
  nohup: { kind: 'transparent' },
  stdbuf: {
    kind: 'transparent',
    provable: true,
    valued: 'ioe',
    long: ['--input=', '--output=', '--error='],
  },
  command: { kind: 'transparent', provable: true, flags: 'p', query: ['-v', '-V'] },
  builtin: { kind: 'transparent', provable: true },
  noglob: { kind: 'transparent' },
  xargs: {
    kind: 'transparent',
    bareOnly: true,
    flags: '0prtxo',
    valued: 'aEdILnPs',
    long: [
      '--null',
      '--no-run-if-empty',
      '--verbose',
      '--max-args=',
      '--max-procs=',
      '--delimiter=',
    ],
  },
  env: {
    kind: 'opaque',
    flags: 'i0v',
    valued: 'uCS',
    long: ['--ignore-environment', '--null', '--unset=', '--chdir=', '--split-string='],
    assignments: true,
    script: ['-S', '--split-string'],
    joinsRest: true,
  },
  sudo: {
    kind: 'opaque',
    flags: 'AbEHnPSisk',
    valued: 'CDghpRrTtUu',
    long: ['--preserve-env', '--non-interactive', '--user=', '--group=', '--login', '--chdir='],
    assignments: true,
  },
  doas: { kind: 'opaque', flags: 'nsL', valued: 'uC' },
  exec: { kind: 'opaque', flags: 'cl', valued: 'a' },
  setsid: { kind: 'exact', flags: 'cfw', long: ['--ctty', '--fork', '--wait'] },
  ionice: { kind: 'exact', flags: 't', valued: 'cn', long: ['--class=', '--classdata='] },
  flock: {
    kind: 'exact',
    flags: 'sexnuoFv',
    valued: 'wEc',
    long: ['--shared', '--exclusive', '--nonblock', '--timeout=', '--command='],
    operands: 1,
    script: ['-c', '--command'],
  },
  watch: {
    kind: 'exact',
    flags: 'bcdegprtwx',
    valued: 'nq',
    long: ['--interval=', '--differences', '--exec', '--no-title', '--chgexit', '--errexit'],
    joins: true,
  },
  parallel: {
    kind: 'opaque',
    flags: 'kquvX0',
    valued: 'jIaNnLPSd',
    long: ['--jobs=', '--keep-order', '--halt=', '--dry-run', '--will-cite', '--bar'],
    joins: true,
  },
  su: { kind: 'opaque', flags: 'lmp', valued: 'cgGs', operands: 1, script: ['-c', '--command'] },
  script: {
    kind: 'opaque',
    flags: 'aefq',
    valued: 'cEIOT',
    operands: 1,
    script: ['-c', '--command'],
  },
  chroot: { kind: 'opaque', long: ['--userspec=', '--groups=', '--skip-chdir'], operands: 1 },
  unshare: { kind: 'opaque', flags: 'imnpuUCTrfc' },
  taskset: { kind: 'opaque', flags: 'ac', operands: 1 },
  chrt: { kind: 'opaque', flags: 'abdfiorR', operands: 1 },
  strace: { kind: 'opaque', flags: 'cCdfFhiqrtTvVwxyz', valued: 'abeEIoOpPsSuX' },
  unbuffer: { kind: 'opaque', flags: 'p' },
  runuser: {
    kind: 'opaque',
    flags: 'lmp',
    valued: 'cgGsu',
    operands: 1,
    script: ['-c', '--command'],
  },
  sg: { kind: 'opaque', operands: 1, script: ['-c'] },
  hyperfine: { kind: 'opaque', flags: 'iN', valued: 'wmrpcsuLn', joins: true },
  ...Object.fromEntries(OTHERS.map((name) => [name, { kind: 'opaque' } as const])),
  ...Object.fromEntries(
    WITH_OPERAND.map((name) => [name, { kind: 'opaque', operands: 1 } as const]),
  ),
  'xvfb-run': { kind: 'opaque', flags: 'a' },
};
