import { oddNode } from '../fakes/odd-node.ts';
import type { Machine } from './machines.ts';

const runs = (setting: string, streams = ''): Machine => ({
  node: () => oddNode(`${setting}\nexec "$NODE" "$@" ${streams}`),
});

/** Machines that lack what most have. */
export const SPARSE_MACHINES: Readonly<Record<string, Machine>> = {
  'no stdin': runs('', '<&-'),
  'no streams': runs('', '<&- >&- 2>&-'),
  'no home': runs('unset HOME'),
  'a home that is nowhere': runs('export HOME=/nowhere/at/all'),
  'a home that is a file': runs('export HOME="$GITHUB_EVENT_PATH"'),
  'a temporary folder of the system that is nowhere': runs('export TMPDIR=/nowhere'),
};
