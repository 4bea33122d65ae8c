/** Where GitHub's API is: on GitHub Enterprise Server below the server's own address. */
export function apiUrlOf(variables: Readonly<Record<string, string>>): string {
  return variables['GITHUB_API_URL'] || 'https://api.github.com';
}
