/** GitHub refused, or could not be reached. Its message is one sentence for a person. */
export class GithubError extends Error {
  override readonly name = 'GithubError';
  /** Of the answer; `undefined`: there was none. */
  readonly status: number | undefined;

  constructor(message: string, status: number | undefined, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

/** Whether the token may not do or see a thing, whatever the time. */
export function isForbidden(error: unknown): boolean {
  return error instanceof GithubError && (error.status === 401 || error.status === 403);
}

export function isNotFound(error: unknown): boolean {
  return error instanceof GithubError && (error.status === 404 || error.status === 410);
}

/** Of the answer; `undefined`: there was none, or it is another error. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof GithubError ? error.status : undefined;
}
