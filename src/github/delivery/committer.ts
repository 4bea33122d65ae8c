/** Whose name a commit bears that is pushed: the account that a job's own token belongs to. */
export const COMMITTER: Readonly<Record<string, string>> = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'github-actions[bot]'],
    [`GIT_${role}_EMAIL`, '41898282+github-actions[bot]@users.noreply.github.com'],
  ]),
);
