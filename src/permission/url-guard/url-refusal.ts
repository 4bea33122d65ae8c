/** A request that must not be sent. Its message is one sentence that says why and what would do. */
export class UrlRefusal extends Error {
  override readonly name = 'UrlRefusal';
}
