/**
 * What a child needs to find its programs, its home and its language. A trailing `*` stands for any
 * ending. Nothing of the runner's own plumbing is here: `GITHUB_ENV`, `GITHUB_PATH`, `GITHUB_OUTPUT`
 * and their like would let a command change the steps that follow.
 */
const SAFE = [
  'PATH HOME USER LOGNAME SHELL LANG LANGUAGE LC_* TZ TMPDIR CI',
  'GITHUB_ACTIONS GITHUB_WORKSPACE RUNNER_OS RUNNER_ARCH RUNNER_TOOL_CACHE AGENT_TOOLSDIRECTORY',
  // Where the setup actions put languages and their caches.
  'JAVA_HOME* GOROOT* GOPATH GOBIN GOCACHE GOMODCACHE GOTOOLCHAIN CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN',
  'pythonLocation Python_ROOT_DIR Python2_ROOT_DIR Python3_ROOT_DIR PKG_CONFIG_PATH LD_LIBRARY_PATH',
  'DOTNET_ROOT ANDROID_HOME ANDROID_SDK_ROOT NVM_DIR PNPM_HOME VOLTA_HOME M2_HOME MAVEN_HOME GRADLE_HOME',
  'XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS',
  'HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy',
  // Windows does not start programs without these.
  'SYSTEMROOT SystemRoot SYSTEMDRIVE SystemDrive WINDIR windir COMSPEC ComSpec PATHEXT Path TEMP TMP',
  'USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA ProgramData PROGRAMFILES ProgramFiles',
].flatMap((line) => line.split(' '));

/** Fixed settings: nobody can answer a prompt, scroll a pager or type into an editor. */
const SETTINGS: Readonly<Record<string, string>> = {
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  DEBIAN_FRONTEND: 'noninteractive',
  // With CI set, npx would fetch and run a package that is not installed without asking anybody.
  npm_config_yes: 'false',
};

/** npm reads its settings in any case and with `-` for `_`. */
const NPM_YES = /^npm_config_+yes$/i;

/** Credentials, and the channels to the runner: never passed, whatever a policy asks for. */
const SECRET_NAME =
  /^(INPUT_|ACTIONS_|ANTHROPIC_|UNATTENDED_|OTEL_)|^GITHUB_(ENV|OUTPUT|PATH|STATE|STEP_SUMMARY)$|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|_AUTH$|_AUTH_/i;

/** Variables that make the next shell, loader, interpreter or git run a program of their choice. */
const CODE_NAME =
  /^(NODE_OPTIONS|NODE_PATH|LD_PRELOAD|LD_AUDIT|DYLD_.*|BASH_ENV|ENV|BASH_FUNC_.*|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS[0-4]|IFS|ZDOTDIR|CDPATH|PERL5OPT|PERL5DB|PERL5LIB|RUBYOPT|PYTHONSTARTUP|PYTHONINSPECT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GIT_(?!AUTHOR_|COMMITTER_).*|SSH_ASKPASS|SUDO_ASKPASS|EDITOR|VISUAL|BROWSER)$/i;

/** Shapes of well-known tokens, for secrets that nobody told us of. */
const SECRET_SHAPE =
  /\bgh[opsru]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bsk-ant-[\w-]{10,}|\bAKIA[0-9A-Z]{16}\b|-----BEGIN [A-Z ]*PRIVATE KEY|:\/\/[^/@\s]+@/;

/** Shorter values are too common to look for: a secret `a` would empty the environment. */
const SHORTEST_SECRET = 4;

/**
 * The whole environment of a child process: an allow-list, fixed settings for a run with nobody at
 * the keyboard, and what `pass` names (exact names, or globs with `*`).
 *
 * A variable never passes when its value holds one of `secrets` (as it is, in base64 or
 * percent-encoded) or the shape of a token, when its name is that of a credential or of the runner's
 * command files, or when it would make a later program run code (`BASH_ENV`, `NODE_OPTIONS` …).
 */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  pass: readonly string[],
  secrets: readonly string[],
): Record<string, string> {
  const wanted = [...SAFE, ...pass].map(nameMatcher);
  const hidden = secrets.flatMap(formsOf);
  const kept: Record<string, string> = {};
  for (const name of Object.keys(env).sort()) {
    const value = env[name];
    if (value === undefined || !wanted.some((matches) => matches(name))) continue;
    if (neverPasses(name) || NPM_YES.test(name)) continue;
    if (SECRET_SHAPE.test(value) || hidden.some((secret) => value.includes(secret))) continue;
    kept[name] = value;
  }
  return { ...kept, ...SETTINGS };
}

/** Whether a variable of this name is kept from children whatever its value and whoever asks for it. */
export function neverPasses(name: string): boolean {
  return SECRET_NAME.test(name) || CODE_NAME.test(name);
}

function nameMatcher(pattern: string): (name: string) => boolean {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[^\w]/g, '\\$&'))
    .join('.*');
  const regex = new RegExp(`^${source}$`, 's');
  return (name) => regex.test(name);
}

function formsOf(secret: string): string[] {
  const plain = secret.trim();
  if (plain.length < SHORTEST_SECRET) return [];
  // Whatever stands before it in the encoded text (`user:`), one of three alignments holds.
  const encoded = [0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + plain)
      .toString('base64')
      .slice(shift === 0 ? 0 : shift + 1)
      .replace(/.?=+$/, ''),
  );
  const long = encoded.filter((text) => text.length >= 8);
  return [plain, encodeURIComponent(plain), ...long];
}
