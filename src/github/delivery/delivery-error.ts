/** A delivery that did not come about. Its message says what would do, for a person. */
export class DeliveryError extends Error {
  override readonly name: string = 'DeliveryError';
}

/** What stands on GitHub for sure. */
export interface Written {
  readonly branch: string;
  readonly commit: string;
}

/** Something was written, or may have been: its message says what is known of it. */
export class Unfinished extends DeliveryError {
  readonly written: Written | undefined;

  constructor(message: string, options: ErrorOptions & { readonly written?: Written } = {}) {
    super(message, options);
    this.written = options.written;
  }
}

/** The branch did not stand any more where the commit was to go. */
export class BranchMoved extends DeliveryError {
  constructor(branch: string, options?: ErrorOptions) {
    super(
      `The branch ${branch} moved while the commit was made, so it was not made. Run again.`,
      options,
    );
  }
}

/** An older GitHub Enterprise Server has no API for commits. */
export class NoCommitApi extends DeliveryError {}

/** What GitHub said, with what would do where the token lacks a right. */
export function withRemedy(words: string): string {
  return /not accessible by|denied|forbidden|\b403\b|not granted|read.only/i.test(words)
    ? `${words.replace(/[.\s]*$/, '.')} Give the job “permissions: contents: write” and, for pull requests, “pull-requests: write”; a token of a fork’s pull request can’t write at all.`
    : words;
}
