/**
 * Stands for GitHub's client for HTTP in the bundle. The toolkit brings it for identity tokens alone, and it
 * loads TLS and more of Node (5 ms) when all that is wanted is to write an output.
 */
export class HttpClient {
  constructor() {
    throw new Error('Requests are the business of our own fetch.');
  }
}

export class BearerCredentialHandler {}
