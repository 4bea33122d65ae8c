/** The page of a run on GitHub, by the runner's variables; `undefined` outside of Actions. */
export function runUrlOf(variables: Readonly<Record<string, string>>): string | undefined {
  const {
    GITHUB_SERVER_URL: server,
    GITHUB_REPOSITORY: repository,
    GITHUB_RUN_ID: run,
  } = variables;
  if (!server || !repository || !run) return undefined;
  const attempt = variables['GITHUB_RUN_ATTEMPT'];
  return `${server}/${repository}/actions/runs/${run}${attempt ? `/attempts/${attempt}` : ''}`;
}
