import { foldName } from '../base/fold-name.ts';
import { segmentsBelow } from '../base/paths.ts';

/**
 * Names whose content runs, or steers a later run, of tools, editors and agents: a write there is
 * asked about whatever the allow rules say. Any depth; the first list with all that lies below.
 */
const FOLDERS = [
  '.vscode',
  '.idea',
  '.husky',
  '.cargo',
  '.devcontainer',
  '.yarn',
  '.mvn',
  '.claude',
  '.config/git',
  '.github/workflows',
  '.github/actions',
  '.github/unattended',
  '.github/unattended.yml',
  '.github/unattended.yaml',
  '.github/copilot-instructions.md',
  '.cursor/rules',
  '.circleci',
];

const FILES = new Set(
  [
    '.gitconfig .gitmodules .envrc .ripgreprc .mcp.json .claude.json pyrightconfig.json',
    '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .inputrc',
    '.zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .mkshrc .cshrc .tcshrc .login .logout config.fish',
    '.npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs bunfig.toml .bunfig.toml',
    '.bazelrc .bazelversion .bazeliskrc .pre-commit-config.yaml .devcontainer.json',
    'lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml',
    'gradle-wrapper.properties maven-wrapper.properties',
    'claude.md claude.local.md agents.md gemini.md .cursorrules .windsurfrules',
    '.gitlab-ci.yml jenkinsfile azure-pipelines.yml azure-pipelines.yaml .travis.yml',
  ].flatMap((line) => line.split(' ')),
);

const DELIVERED = [
  'action.yml',
  'action.yaml',
  '.github/dependabot.yml',
  '.github/dependabot.yaml',
];

/** Places of credentials, below home; with all that lies in them. */
const CREDENTIALS = [
  '.ssh .gnupg .aws .azure .kube .docker .netrc _netrc .git-credentials .npmrc .yarnrc.yml .pypirc',
  '.config/gh .config/gcloud .config/git/credentials .config/hub .gem/credentials .m2/settings.xml',
  '.cargo/credentials .cargo/credentials.toml .terraform.d .vault-token .password-store .boto',
].flatMap((line) => line.split(' '));

/** A path's names below the workspace, folded; outside of it all of its names. */
export function foldedNames(path: string, root: string): string[] {
  return (segmentsBelow(path, root) ?? path.split(/[\\/]/u).filter(Boolean)).map(foldName);
}

/**
 * True for git's own files: `.git` as folder or file, at any depth, under every spelling that some file
 * system takes for it (case, `git~1`, `.git::$INDEX_ALLOCATION`, invisible characters).
 */
export function isGitInternal(names: readonly string[]): boolean {
  return names.some((name) => /^(?:\.git(?:[ .]*:.*)?|git~\d+)$/u.test(name));
}

/** The protected name that a write to this path touches; `undefined`: none. */
export function protectedName(names: readonly string[]): string | undefined {
  const last = names.at(-1);
  if (last !== undefined && FILES.has(last)) return last;
  if (isClaudeWorktree(names)) return undefined;
  const joined = `/${names.join('/')}/`;
  // Moving or removing `.github` does to the workflows what writing them does.
  if (last === '.github' || last === '.config' || last === '.cursor') return last;
  return FOLDERS.find((folder) => joined.includes(`/${folder}/`));
}

/**
 * As `protectedName`, for what leaves the checkout: also names that are ordinary work there and steer
 * git and other people's workflows once they are delivered.
 */
export function deliveredName(names: readonly string[]): string | undefined {
  const last = names.at(-1) ?? '';
  if (last === '.gitattributes' || last === 'codeowners') return last;
  return DELIVERED.find((path) => path === names.join('/')) ?? protectedName(names);
}

/** Where credentials lie, or the runner's command files, through which a step changes later ones. */
export function secretPlace(path: string, home: string): string | undefined {
  if (path.split(/[\\/]/u).some((name) => foldName(name) === '_runner_file_commands')) {
    return 'the runner’s command files';
  }
  const below = segmentsBelow(path, home)?.map(foldName).join('/');
  const isStore =
    below !== undefined && CREDENTIALS.some((store) => `${below}/`.startsWith(`${store}/`));
  return isStore ? 'a credential store' : undefined;
}

/** `.git/config` may hold the token that the checkout left there. */
export function isGitCredential(names: readonly string[]): boolean {
  return isGitInternal(names) && /^config(?:\.worktree)?$|credential/u.test(names.at(-1) ?? '');
}

function isClaudeWorktree(names: readonly string[]): boolean {
  const at = names.indexOf('.claude');
  if (at < 0 || names[at + 1] !== 'worktrees') return false;
  return protectedName(names.slice(at + 2)) === undefined;
}
