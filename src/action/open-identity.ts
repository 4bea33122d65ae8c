import type { Identity } from '../model/identity/identity.ts';
import type { Secret } from './credentials.ts';
import type { Door } from './door.ts';
import { once } from './once.ts';
import type { Job } from './prepare-job.ts';

/** The identity that all models of a run share; `undefined`: a key or a cloud does. */
export type OpenIdentity = () => Promise<Identity | undefined>;

interface Parts {
  readonly door: Door;
  readonly job: Job;
  /** Hides values that came up on the way, from now on. */
  readonly hide: (secrets: readonly Secret[]) => void;
}

/** Loaded only where a job has neither key nor cloud. */
export function identityOf({ door, job, hide }: Parts): OpenIdentity {
  return once(async () => {
    const { federated, baseUrl } = job.credentials;
    if (!federated) return undefined;
    const { openIdentity } = await import('../model/identity/open-identity.ts');
    return openIdentity({
      environment: door.variables,
      baseUrl,
      onSecret: (secret) => hide([secret]),
    });
  });
}
