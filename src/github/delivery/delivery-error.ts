/** A delivery that did not come about. Its message says what would do, for a person. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
}

/** What GitHub said, with what would do where the token lacks a right. */
export function withRemedy(words: string): string {
  return /not accessible by|denied|forbidden|\b403\b|not granted|read.only/i.test(words)
    ? `${words.replace(/[.\s]*$/, '.')} Give the job “permissions: contents: write” and, for pull requests, “pull-requests: write”; a token of a fork’s pull request can’t write at all.`
    : words;
}
