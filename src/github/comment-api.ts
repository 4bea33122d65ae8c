/** The calls of GitHub's REST API that a sticky comment needs. */
export interface CommentApi {
  /** The account that the token belongs to; `undefined` where it can't be learnt (a job's own token). */
  identity(): Promise<string | undefined>;
  /** All comments of the issue or pull request, page by page, oldest first. */
  list(): AsyncIterable<readonly IssueComment[]>;
  create(body: string): Promise<IssueComment>;
  /** `undefined`: the comment is gone. */
  update(id: number, body: string): Promise<IssueComment | undefined>;
}

export interface IssueComment {
  readonly id: number;
  readonly body: string;
  readonly url: string;
  /** `undefined` for a deleted account. */
  readonly author: { readonly login: string; readonly isBot: boolean } | undefined;
}

export interface CommentPlace {
  /** `owner/name`. */
  readonly repository: string;
  readonly issue: number;
  readonly token: string;
  /** The API's address, such as `https://api.github.com`. */
  readonly apiUrl: string;
  /** Makes the requests: ours, which heeds the proxy settings. */
  readonly fetch: typeof fetch;
}

/** A client for the comments of one issue. The toolkit is loaded when it is first needed. */
export async function commentApi(place: CommentPlace): Promise<CommentApi> {
  const { getOctokit } = await import('@actions/github');
  const octokit = getOctokit(place.token, {
    baseUrl: place.apiUrl,
    request: { fetch: inTime(place.fetch) },
    // Warnings and failures are told by the comment itself; the client's log would go to stdout.
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const [owner = '', repo = ''] = place.repository.split('/');
  const issue = { owner, repo, issue_number: place.issue };
  return {
    identity: async () => {
      try {
        return (await octokit.rest.users.getAuthenticated()).data.login;
      } catch (error) {
        if (statusOf(error) === 401) throw error;
        return undefined;
      }
    },
    async *list() {
      const pages = octokit.paginate.iterator(octokit.rest.issues.listComments, {
        ...issue,
        per_page: 100,
      });
      for await (const page of pages) yield page.data.map(commentOf);
    },
    create: async (body) =>
      commentOf((await octokit.rest.issues.createComment({ ...issue, body })).data),
    update: async (id, body) => {
      try {
        const answer = await octokit.rest.issues.updateComment({
          owner,
          repo,
          comment_id: id,
          body,
        });
        return commentOf(answer.data);
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    },
  };
}

/** A request that hangs must not hold up the end of the run. */
function inTime(send: typeof fetch): typeof fetch {
  return (address, init) => send(address, { ...init, signal: AbortSignal.timeout(20_000) });
}

function commentOf(data: {
  id: number;
  body?: string | undefined;
  html_url: string;
  user: { login: string; type: string } | null;
}): IssueComment {
  return {
    id: data.id,
    body: data.body ?? '',
    url: data.html_url,
    author: data.user ? { login: data.user.login, isBot: data.user.type === 'Bot' } : undefined,
  };
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined;
}
