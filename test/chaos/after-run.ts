import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Invariant } from './invariants.ts';
import { MACHINES } from './machines.ts';
import type { Played } from './play.ts';
import { SECRETS } from './play.ts';

export const ranInTime: Invariant = ({ isLate, after }) => [
  ...(isLate ? ['it had to be ended by the harness'] : []),
  ...(after.exitCode === 0 ? [] : [`post ended with ${after.exitCode}: ${after.stderr}`]),
];

export const nothingIsLeft: Invariant = ({ left }) => left;

export const apiWasKeptTo: Invariant = ({ api }) => api.violations;

/** What changed in the checkout is in a patch, unless no disk could hold one. */
export const workIsKept: Invariant = (played) => {
  const { root, plan, result } = played;
  if (MACHINES[plan.machine]?.isFull) return [];
  const changed = changedIn(root);
  if (changed.length === 0) return [];
  const patches = filesBelow(join(result.temp, '_temp')).filter((path) => path.endsWith('.patch'));
  const texts = patches.map((path) => readFileSync(path, 'latin1'));
  const lost = changed.filter((file) => !texts.some((text) => text.includes(`b/${file}`)));
  return lost.map((file) => `${file} was changed, and no patch of ${patches.length} has it`);
};

function changedIn(root: string): string[] {
  const status = execFileSync('git', ['status', '--porcelain', '-uall'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
}

/** In nothing that is shown or left behind, nor in what the model was sent. */
export const noSecretGotOut: Invariant = (played) => {
  const places = new Map<string, string>();
  for (const [name, step] of Object.entries({ run: played.result, post: played.after })) {
    places.set(`stdout of ${name}`, step.stdout);
    places.set(`stderr of ${name}`, step.stderr);
    places.set(`summary of ${name}`, step.summary);
    places.set(`outputs of ${name}`, JSON.stringify(step.outputs));
    places.set(`state of ${name}`, JSON.stringify(step.state));
  }
  for (const [index, body] of played.comments.entries()) places.set(`comment ${index}`, body);
  for (const { index, body } of played.api.requests) {
    places.set(`request ${index}`, JSON.stringify(body));
  }
  for (const path of filesBelow(join(played.result.temp, '_temp'))) {
    places.set(path, readFileSync(path, 'latin1'));
  }
  return [...places].flatMap(([place, text]) =>
    SECRETS.filter((secret) => text.includes(secret) || text.includes(encoded(secret))).map(
      (secret) => `${secret} stands in ${place}`,
    ),
  );
};

function encoded(secret: string): string {
  return Buffer.from(secret).toString('base64').replace(/=+$/u, '');
}

/** Every file of a folder, however deep; the base commit's tree, laid out for hooks, is no report. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'base' ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** The folders of a run and its post step: one, unless something is wrong. */
export function runFolders({ result }: Pick<Played, 'result'>): string[] {
  const runs = join(result.temp, '_temp/unattended');
  return existsSync(runs) ? readdirSync(runs).map((name) => join(runs, name)) : [];
}
