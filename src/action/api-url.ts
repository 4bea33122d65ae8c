/** Where GitHub's API is: on GitHub Enterprise Server below the server's own address. */
export function apiUrlOf(variables: Readonly<Record<string, string>>): string {
  return variables['GITHUB_API_URL'] || 'https://api.github.com';
}

/** Where GraphQL is: beside the REST API, not below its version. */
export function graphqlUrlOf(variables: Readonly<Record<string, string>>): string {
  const rest = apiUrlOf(variables).replace(/\/+$/, '');
  return variables['GITHUB_GRAPHQL_URL'] || `${rest.replace(/\/v3$/, '')}/graphql`;
}
