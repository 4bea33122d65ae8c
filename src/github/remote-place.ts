/** The repository on GitHub, and the token that opens it. */
export interface RemotePlace {
  /** Such as `https://github.com`. */
  readonly serverUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
  /** Sends what git asks for. */
  readonly fetch: typeof fetch;
}

export const addressOf = ({ serverUrl, repository }: RemotePlace): string =>
  `${serverUrl}/${repository}.git`;
