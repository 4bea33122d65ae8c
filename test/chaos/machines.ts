import { spawnSync } from 'node:child_process';
import { nodeThatLoads, oddNode } from '../fakes/odd-node.ts';
import { LOCKED_MACHINES } from './locked-machines.ts';
import { SPARSE_MACHINES } from './sparse-machines.ts';

/** What is wrong with the machine that a run works on. */
export interface Machine {
  /** The program that starts the bundle; absent: node. */
  readonly node?: () => string;
  /** Nobody reads the log after so many characters. */
  readonly deafAfter?: number;
  /** Files can't be written, or not whole: what a run leaves there may be less. */
  readonly isFull?: true;
  /** Its process is not the one that is started, so no signal reaches it. */
  readonly isHidden?: true;
  /** The runner's file that can't be written: what would stand in it is told elsewhere. */
  readonly mute?: 'outputs' | 'summary' | 'state';
}

/**
 * The runner's temporary folder on a disk of so many KB. What is on it is carried from the run to the
 * post step and, at the end, out to where it can be looked at.
 */
const smallDisk = (kilobytes: number) => () =>
  oddNode(`export NODE KEPT="$RUNNER_TEMP"
exec unshare -rm bash -c '
mkdir -p "$KEPT.below" && mount --bind "$KEPT" "$KEPT.below" || exit 99
mount -t tmpfs -o size=${kilobytes}k none "$KEPT" || exit 99
cp -a "$KEPT.below/." "$KEPT/"
"$NODE" "$@"
code=$?
cp -a "$KEPT/." "$KEPT.below/"
exit $code' bash "$@"`);

const limited = (blocks: number) => () =>
  oddNode(`ulimit -f ${blocks}; trap '' XFSZ; exec "$NODE" "$@"`);

/** A clock that jumps at the n-th look at it. */
const clock = (nth: number, ms: number) => () =>
  nodeThatLoads(`const now = Date.now.bind(Date); let looks = 0;
Date.now = () => now() + (++looks > ${nth} ? ${ms} : 0);
const Real = Date;
globalThis.Date = class extends Real { constructor(...given) { given.length ? super(...given) : super(Real.now()); } };`);

const HOUR = 3_600_000;

/** Whether this machine lets a test mount a disk of its own. */
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

export const MACHINES: Readonly<Record<string, Machine>> = {
  plain: {},
  'a clock that jumps ahead': { node: clock(12, HOUR) },
  'a clock that jumps back': { node: clock(12, -30 * HOUR) },
  'a log that nobody reads': { deafAfter: 0 },
  'a log that is read no further': { deafAfter: 400 },
  'files of 8 KB at most': { node: limited(8), isFull: true },
  'files of 40 KB at most': { node: limited(40), isFull: true },
  'a temporary folder of the system that is full': fullSystemFolder(),
  ...SPARSE_MACHINES,
  ...LOCKED_MACHINES,
  'a disk of 16 KB': disk(16),
  'a disk of 48 KB': disk(48),
  'a disk of 100 KB': disk(100),
};

/** What tools of the system write there, git among them. */
function fullSystemFolder(): Machine {
  if (!canMount) return { node: () => oddNode(`TMPDIR=/nowhere exec "$NODE" "$@"`) };
  const node = () =>
    oddNode(`export NODE TMPDIR="$RUNNER_TEMP.system"
mkdir -p "$TMPDIR"
exec unshare -rm bash -c '
mount -t tmpfs -o size=4k none "$TMPDIR" || exit 99
head -c 8192 /dev/zero > "$TMPDIR/full" 2>/dev/null
exec "$NODE" "$@"' bash "$@"`);
  return { node };
}

/** Where no disk can be mounted, the size of files stands in for it. */
function disk(kilobytes: number): Machine {
  return canMount
    ? { node: smallDisk(kilobytes), isFull: true, isHidden: true }
    : { node: limited(kilobytes), isFull: true };
}
