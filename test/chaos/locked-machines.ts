import { spawnSync } from 'node:child_process';
import { oddNode } from '../fakes/odd-node.ts';
import type { Machine } from './machines.ts';

/** What lets root write where nobody may: without it a mode keeps it out as anybody else. */
const WITHOUT = '--bounding-set=-dac_override,-dac_read_search';
const isRoot = process.getuid?.() === 0;
const canDrop = isRoot && spawnSync('setpriv', [WITHOUT, 'true']).status === 0;
/** Whether a mode can keep a run out here. */
export const canLock = !isRoot || canDrop;
const asAnybody = canDrop ? `setpriv ${WITHOUT} ` : '';

/** A file or folder that the run has no right to write; the post step has none either. */
function locked(path: string, more: Omit<Machine, 'node' | 'isHidden'> = {}): Machine {
  // As root, and where that can't be given up, no mode keeps anybody out: nothing is locked then.
  const node = () =>
    oddNode(`export TMPDIR="$RUNNER_TEMP.system"
mkdir -p "$TMPDIR" && chmod -R a-w "${path}"
${asAnybody}"$NODE" "$@"
code=$?
chmod -R u+w "${path}"
exit $code`);
  return { node, ...more, isHidden: true };
}

export const LOCKED_MACHINES: Readonly<Record<string, Machine>> = {
  'outputs that may not be written': locked('$GITHUB_OUTPUT', { mute: 'outputs' }),
  'a summary that may not be written': locked('$GITHUB_STEP_SUMMARY', { mute: 'summary' }),
  'a state that may not be written': locked('$GITHUB_STATE', { mute: 'state' }),
  'a temporary folder that may not be written': locked('$RUNNER_TEMP', { isFull: true }),
  'a checkout that may not be written': locked('$GITHUB_WORKSPACE'),
  'a home that may not be written': {
    ...locked('$HOME'),
    node: () =>
      oddNode(`export HOME="$RUNNER_TEMP.home"
mkdir -p "$HOME" && chmod a-w "$HOME"
exec ${asAnybody}"$NODE" "$@"`),
  },
};
