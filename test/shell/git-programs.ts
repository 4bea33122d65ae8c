/** A setting that names a program, and a line by which git starts it where nothing prevents that. */
export interface ProgramSetting {
  readonly key: string;
  /** What else has to be set. `CANARY` stands for the program. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly value?: string;
  /** Absent: no short line without a terminal or a remote does. */
  readonly fires?: string;
}

const SSH = {
  'remote.origin.promisor': 'true',
  'remote.origin.url': 'ssh://host/x',
  'extensions.partialclone': 'origin',
  'core.repositoryformatversion': '1',
};
const PROXY = { ...SSH, 'remote.origin.url': 'git://host/x' };
const LAZY = 'git cat-file -p HEAD:lost.txt';

/** Those for which a reading command is a way to the program. */
const REACHED: readonly ProgramSetting[] = [
  { key: 'core.fsmonitor', fires: 'git status' },
  { key: 'core.hooksPath', value: 'HOOKS', fires: 'git status' },
  { key: 'core.sshCommand', beside: SSH, fires: LAZY },
  { key: 'core.gitProxy', beside: PROXY, fires: LAZY },
  { key: 'remote.origin.uploadpack', beside: { ...SSH, 'remote.origin.url': '.' }, fires: LAZY },
  {
    key: 'remote.origin.url',
    value: 'ext::CANARY',
    beside: { ...SSH, 'protocol.ext.allow': 'always' },
    fires: LAZY,
  },
  {
    key: 'url.ssh://host/.insteadOf',
    value: 'x:',
    beside: { ...SSH, 'remote.origin.url': 'x:y', 'core.sshCommand': 'CANARY' },
    fires: LAZY,
  },
  { key: 'core.pager' },
  { key: 'core.editor', fires: 'git commit --amend' },
  { key: 'sequence.editor' },
  { key: 'core.alternateRefsCommand' },
  { key: 'core.askPass' },
  {
    key: 'credential.helper',
    value: '!CANARY',
    fires: 'echo url=https://x.example | git credential fill',
  },
  {
    key: 'credential.https://x.example.helper',
    value: '!CANARY',
    fires: 'echo url=https://x.example | git credential fill',
  },
  { key: 'diff.external', fires: 'git diff' },
  { key: 'diff.evil.command', fires: 'git diff' },
  { key: 'diff.evil.textconv', fires: 'git log -p' },
  { key: 'filter.evil.clean', fires: 'git status' },
  { key: 'filter.evil.smudge', fires: 'git cat-file --filters HEAD:a.x' },
  { key: 'filter.evil.process', fires: 'git diff' },
  {
    key: 'filter.evil.required',
    value: 'true',
    beside: { 'filter.evil.clean': 'CANARY' },
    fires: 'git diff',
  },
  { key: 'gpg.program', beside: { 'log.showSignature': 'true' }, fires: 'git log -1 signed' },
  { key: 'gpg.openpgp.program', beside: { 'log.showSignature': 'true' }, fires: 'git show signed' },
  { key: 'gpg.program', beside: { 'format.pretty': '%G?' }, fires: 'git log -1 signed' },
  { key: 'gpg.program', beside: { 'pretty.x': '%G?' }, fires: 'git log -1 --format=x signed' },
  { key: 'alias.x', value: '!CANARY', fires: 'git x' },
  {
    key: 'difftool.x.cmd',
    value: 'CANARY',
    beside: { 'diff.tool': 'x' },
    fires: 'git difftool -y',
  },
  {
    key: 'trailer.x.cmd',
    beside: { 'trailer.x.ifexists': 'add' },
    fires: 'git interpret-trailers --trailer x=1 a.x',
  },
  { key: 'include.path', value: 'INCLUDED', fires: 'git diff' },
  { key: 'includeIf.gitdir:/.path', value: 'INCLUDED', fires: 'git diff' },
  {
    key: 'extensions.worktreeConfig',
    value: 'true',
    beside: { 'core.repositoryformatversion': '1' },
  },
];

/** The other keys of git-config(1) that name a program, or a file or place that decides on one. */
const OTHERS =
  `blame.ignoreRevsFile browser.x.cmd browser.x.path clean.requireForce core.attributesFile core.excludesFile
  core.gitdir core.worktree credential.credentialStore daemon.x diff.guitool diff.orderFile diff.tool
  diff.evil.trustExitCode diff.evil.cachetextconv difftool.x.path difftool.prompt extensions.partialClone
  fetch.bundleURI format.signatureFile gc.recentObjectsHook gpg.ssh.allowedSignersFile
  gpg.ssh.defaultKeyCommand gpg.ssh.program gpg.x509.program guitool.x.cmd help.browser hook.x.command
  hook.x.event http.cookieFile http.proxy http.sslCert http.sslKey imap.tunnel init.templateDir
  instaweb.browser instaweb.httpd interactive.diffFilter lfs.url log.mailmap mailmap.blob mailmap.file
  man.viewer man.x.cmd man.x.path merge.evil.driver merge.guitool merge.tool mergetool.x.cmd
  mergetool.x.path notes.rewriteRef pager.diff pager.log pager.status pager.show pull.twohead
  receive.procReceiveRefs rebase.instructionFormat remote.origin.proxy remote.origin.receivepack
  remote.origin.vcs remote.pushDefault sendemail.ccCmd sendemail.smtpServer sendemail.toCmd
  sendemail.sendmailCmd sendemail.headerCmd sendpack.x ssh.variant stash.x submodule.sub.update
  submodule.sub.url submodule.recurse submodule.alternateLocation tar.x.command trace2.eventTarget
  trailer.x.command transfer.advertiseObjectInfo uploadarchive.x uploadpack.packObjectsHook
  uploadpack.allowFilter web.browser bundle.uri safe.directory`.split(/\s+/);

export const PROGRAM_SETTINGS: readonly ProgramSetting[] = [
  ...REACHED,
  ...OTHERS.map((key) => ({ key })),
];

/** Lines that a reader of a repository types. Those that `classify` lets through are run. */
export const READING_LINES: readonly string[] = [
  'git status',
  'git status --short --branch --ignored',
  'git status --ignore-submodules=none',
  'git diff',
  'git diff --stat',
  'git diff --cached',
  'git diff --submodule=log',
  'git diff --submodule=diff HEAD',
  'git diff HEAD~1 -- a.x',
  'git diff --word-diff --color-words a.x',
  'git diff-files -p',
  'git diff-index -p HEAD',
  'git diff-tree -p HEAD',
  'git log -p',
  'git log --oneline --graph --all',
  'git log -1 signed',
  'git log -S two -- a.x',
  'git log --format=%an%n%B --notes',
  'git log --format=x signed',
  'git show',
  'git show signed',
  'git show HEAD:a.x',
  'git show v1',
  'git whatchanged -p',
  'git range-diff HEAD~1...HEAD',
  'git reflog',
  'git rev-list --objects HEAD',
  'git shortlog -s HEAD',
  'git blame a.x',
  'git annotate a.x',
  'git grep two',
  'git grep two HEAD~1',
  'git ls-files -m',
  'git ls-files -s --eol',
  'git ls-tree -r -l HEAD',
  'git cat-file -p HEAD',
  'git cat-file -p HEAD:lost.txt',
  'git cat-file --textconv HEAD:a.x',
  'git cat-file --filters HEAD:a.x',
  'git rev-parse HEAD',
  'git describe --tags --always --dirty',
  'git name-rev HEAD',
  'git merge-base HEAD HEAD~1',
  'git for-each-ref --format="%(refname) %(contents:subject)"',
  'git for-each-ref --format="%(signature)"',
  'git branch -avv',
  'git branch --format="%(signature:grade)"',
  'git tag -l -n',
  'git tag -l --format="%(signature)"',
  'git stash list -p',
  'git stash show -p',
  'git show-ref',
  'git show-branch --all',
  'git cherry HEAD~1',
  'git count-objects -v',
  'git check-ignore -v a.x',
  'git check-attr -a a.x',
  'git hash-object a.x',
  'git remote -v',
  'git worktree list',
  'git notes list',
  'git symbolic-ref HEAD',
  'git config --get user.name',
  'git -C . --no-pager log -p -1',
  'timeout 5 git diff',
];

export const MAIN_LINES = READING_LINES.filter((line) =>
  /^git (?:status|diff|log -p|show signed|blame|grep two|stash show -p|cat-file -p HEAD:lost|describe)/.test(
    line,
  ),
);
