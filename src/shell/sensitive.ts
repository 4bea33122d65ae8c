import type { ShellScene } from './analysis.ts';

/** Names that hold credentials wherever they lie; printing them is disclosure, not reading. */
const CREDENTIALS =
  /(^|\/)(\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.netrc|_netrc|\.git-credentials|\.pgpass|\.config\/(gh|gcloud|git)|\.docker\/config\.json)(\/|$)/i;
/** The checkout's token may stand in the repository's own configuration. */
const GIT_CONFIG = /(^|\/)\.git\/(.*\/)?(config(\.worktree)?|credentials)$/i;
const PSEUDO = /^\/(proc|sys|dev)(\/|$)/;

/** True for a path that no proof of reading covers: credentials, `/proc`, `/sys`, `/dev`. */
export function isSensitive(path: string): boolean {
  return PSEUDO.test(path) || CREDENTIALS.test(path) || GIT_CONFIG.test(path);
}

/** True for files that hold secrets by their name, at any place; samples that hold none aside. */
export function isSecretName(path: string): boolean {
  return (
    isSensitive(path) ||
    /(?:^|\/)(?:\.env(?:\.(?!(?:example|sample|template|dist|defaults?)$)[\w.-]+)?|[^/]+\.(?:pem|key|p12|pfx|keystore|jks)|id_(?:rsa|dsa|ecdsa|ed25519))$/i.test(
      path,
    )
  );
}

/** True for a file that no search may print unnamed: a secret by its name, or refused by a rule. */
export function isWithheld(path: string, { isRefused }: Pick<ShellScene, 'isRefused'>): boolean {
  return isSecretName(path) || isRefused?.(path) === true;
}

/** True for a repository's own folder and what lies in it. */
export function isInGit(path: string): boolean {
  return /\/\.git(\/|$)/i.test(path);
}

/** True for a pattern that may reach into `.git`: only one that starts with a dot matches such a name. */
export function mayReachGit(pattern: string): boolean {
  return (
    /(^|\/)(\.(g(i(t)?)?)?[*?[\\]|\\)/i.test(pattern) || /(^|\/)\.git\/.*[*?[\\]/i.test(pattern)
  );
}
