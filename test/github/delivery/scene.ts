import { join } from 'node:path';
import { createRedactor } from '../../../src/base/redactor.ts';
import { deliveryApi } from '../../../src/github/delivery/delivery-api.ts';
import type { DeliveryScene } from '../../../src/github/delivery/delivery-scene.ts';
import { openDeliveryStore } from '../../../src/github/delivery/delivery-store.ts';
import { gitRemote } from '../../../src/github/delivery/git-remote.ts';
import { judgeChanges } from '../../../src/github/delivery/judge-changes.ts';
import { gitIn } from '../../../src/github/git.ts';
import { takeSnapshot } from '../../../src/github/snapshot.ts';
import { createHttpFetch } from '../../../src/model/http-fetch.ts';
import type { DeliveryLimits } from '../../../src/policy/policy.ts';
import type { DeliveryGithub } from '../../fakes/delivery-state.ts';
import { JOB_TOKEN } from '../../fakes/github-api.ts';
import { type TestRepository, temporaryFolder } from '../../fakes/repository.ts';

const environment = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' };
export const SECRET = 'correct-horse-battery-staple';
export const { found } = createRedactor([{ name: 'KEY', value: SECRET }]);
const LIMITS: DeliveryLimits = {
  allowedFiles: undefined,
  protectedFiles: [],
  maxFiles: 100,
  maxPatchKb: 4096,
};

/** The start of a run in `repository`; what is called later delivers what changed since. */
export async function begin(repository: TestRepository, limits: Partial<DeliveryLimits> = {}) {
  const folder = temporaryFolder();
  const checkout = gitIn(repository.root, environment);
  const snapshot = await takeSnapshot(checkout, repository.root, join(folder, 'snapshot'));
  const store = async () => {
    const trees = await snapshot.trees();
    const git = await openDeliveryStore({
      git: checkout,
      root: repository.root,
      folder: join(folder, 'delivery'),
      objects: trees.objects,
      environment,
    });
    const scratch = join(folder, 'measured.patch');
    const steering = ['.ci/policy.yml', 'ci/Guard.sh'];
    const { root } = repository;
    const judge = { git, root, limits: { ...LIMITS, ...limits }, steering, scratch, found };
    const change = { ...trees, published: trees.head };
    return { git, trees, change, folder, judge };
  };
  const scene = async (github: DeliveryGithub) => {
    const { git, trees, judge } = await store();
    const said: string[] = [];
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    const fetch = createHttpFetch({ environment: {}, stallMs: 20_000 });
    const place = { serverUrl: github.url, repository: 'octo/app', token: JOB_TOKEN, fetch };
    const made: DeliveryScene = {
      git,
      trees,
      wait,
      repository: 'octo/app',
      api: deliveryApi({
        apiUrl: github.url,
        repository: 'octo/app',
        token: JOB_TOKEN,
        fetch,
        wait,
      }),
      remote: gitRemote(git, place),
      message: { headline: 'Mend it', body: 'By a test.' },
      problemsOf: (before, after) => judgeChanges(judge, { before, after, published: before }),
      say: (level, text) => said.push(`${level}: ${text}`),
    };
    return { scene: made, said, waits };
  };
  return { store, scene, folder };
}
