type Json = Readonly<Record<string, unknown>>;

export interface FakeUser {
  readonly id: number;
  readonly type?: 'User' | 'Bot';
  /** In every repository; `maintain` and `triage` are shown as `write` and `read`, as GitHub does. */
  readonly permission?: 'admin' | 'write' | 'read' | 'none';
}

/** What a loopback GitHub knows beside its comments. All of it may be absent. */
export interface GithubWorld {
  /** By login. */
  readonly users?: Readonly<Record<string, FakeUser>>;
  readonly issues?: Readonly<Record<number, Json>>;
  readonly pulls?: Readonly<Record<number, Json>>;
  readonly reviews?: Readonly<Record<number, readonly Json[]>>;
  /** When reviews were changed, by their id. */
  readonly reviewEdits?: Readonly<Record<number, string>>;
  readonly remarks?: Readonly<Record<number, readonly Json[]>>;
  /** By commit. */
  readonly checks?: Readonly<Record<string, readonly Json[]>>;
  /** By check run. */
  readonly annotations?: Readonly<Record<number, readonly Json[]>>;
  /** By workflow run. */
  readonly jobs?: Readonly<Record<number, readonly Json[]>>;
  /** By job. */
  readonly logs?: Readonly<Record<number, string>>;
  /** Of every comparison. */
  readonly mergeBase?: string;
  /** What every comparison says of its two commits. */
  readonly comparison?: 'ahead' | 'behind' | 'diverged' | 'identical';
  /** Pushes to any repository's branch, the newest first. */
  readonly activity?: readonly Json[];
  /** A repository that was renamed. */
  readonly moved?: { readonly from: string; readonly to: string };
  /** Told of each request as it comes. */
  readonly onRequest?: () => void;
  /** Answers the first requests that match with a refusal. */
  readonly refusals?: FakeRefusal[];
}

export interface FakeRefusal {
  readonly path: RegExp;
  /** Absent: any. */
  readonly method?: string;
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** No answer at all: the connection breaks `before` anything is done, or `after` it was. */
  readonly without?: 'before' | 'after';
  times: number;
}

/** The refusal that a request meets, if any; it is used up by that. */
export function takeRefusal(
  world: GithubWorld,
  method: string,
  path: string,
): FakeRefusal | undefined {
  const found = world.refusals?.find(
    (refusal) =>
      refusal.times > 0 &&
      refusal.path.test(path) &&
      (refusal.method === undefined || refusal.method === method),
  );
  if (found) found.times -= 1;
  return found;
}
