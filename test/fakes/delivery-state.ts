/** An answer, with the status first. */
export type Answer = readonly [status: number, body: unknown, headers?: Record<string, string>];

interface Failure {
  /** What `METHOD path` has to match. */
  readonly when: RegExp;
  readonly answer: Answer;
  /** The request is done all the same, and only its answer is lost. */
  readonly done?: boolean;
}

/** A loopback GitHub over a real bare repository: REST, GraphQL and git, each with its rules. */
export interface DeliveryGithub {
  readonly url: string;
  /** Git in the bare repository. */
  git(...args: string[]): string;
  readonly root: string;
  readonly pulls: StoredPull[];
  readonly comments: { id: number; body: string; html_url: string; user: unknown }[];
  /** `METHOD path` of each request to the API. */
  readonly requests: string[];
  /** Each is used once, in turn. */
  readonly failures: Failure[];
  /** As the token of a pull request from a fork. */
  readOnly: boolean;
  mayOpenPulls: boolean;
  defaultBranch: string;
  /** Called before a request is answered, once: what happens meanwhile. */
  meanwhile: { when: RegExp; happens: () => void } | undefined;
}

export interface StoredPull {
  readonly number: number;
  title: string;
  body: string;
  state: 'open' | 'closed';
  readonly draft: boolean;
  readonly head: string;
  readonly base: string;
  readonly labels: string[];
  /** Lies in a fork. */
  readonly fork?: boolean;
}

export function headOf({ git }: DeliveryGithub, branch: string): string | undefined {
  return git('for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`) || undefined;
}
