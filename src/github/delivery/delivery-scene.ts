import type { Git } from '../git.ts';
import type { SnapshotTrees } from '../snapshot.ts';
import type { DeliveryApi } from './delivery-api.ts';
import type { GitRemote } from './git-remote.ts';

/** What a delivery works with. */
export interface DeliveryScene {
  /** In the store. */
  readonly git: Git;
  readonly trees: SnapshotTrees;
  readonly api: DeliveryApi;
  readonly remote: GitRemote;
  /** `owner/name`. */
  readonly repository: string;
  readonly message: { readonly headline: string; readonly body: string };
  /** Says why changes may not be delivered; empty: they may. */
  readonly problemsOf: (from: string, to: string) => Promise<readonly string[]>;
  /** Tells the reports. Must not throw. */
  readonly say: (level: 'notice' | 'warning', text: string) => void;
  /** Keeps what is written, for the report of a run that is killed meanwhile. */
  readonly record?: (words: string) => void;
  readonly wait?: (ms: number) => Promise<unknown>;
}

export interface Delivered {
  readonly branch: string;
  readonly commit: string;
  readonly pull: { readonly number: number; readonly url: string } | undefined;
}
