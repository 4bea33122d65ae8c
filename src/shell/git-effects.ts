import type { Effect } from '../tool/subject.ts';

const REMOTE = new Set([
  'push',
  'fetch',
  'pull',
  'clone',
  'ls-remote',
  'submodule',
  'send-email',
  'fetch-pack',
  'send-pack',
  'lfs',
  'archive',
]);
const READING = new Set([
  'status',
  'diff',
  'log',
  'show',
  'blame',
  'grep',
  'ls-files',
  'ls-tree',
  'cat-file',
  'rev-parse',
  'rev-list',
  'describe',
  'shortlog',
]);
const VALUED = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--config-env',
  '--super-prefix',
  '--attr-source',
]);

/** The words after the global options: sub-command first. */
export function withoutGlobalOptions(args: readonly string[]): readonly string[] {
  let at = 0;
  while (args[at]?.startsWith('-')) at += VALUED.has(args[at] ?? '') ? 2 : 1;
  return args.slice(at);
}

/** What a git command that is not proven read-only may do. Hooks, filters and aliases make it execute. */
export function gitEffects(args: readonly string[]): readonly Effect[] {
  const [command = '', ...rest] = withoutGlobalOptions(args);
  const effects: Effect[] = READING.has(command) ? ['read', 'execute'] : ['write', 'execute'];
  const remote = command === 'remote' && /^(update|show|prune|add)$/.test(rest[0] ?? '');
  if (REMOTE.has(command) || remote) effects.push('network');
  if (isDestructive(command, rest)) effects.push('destructive');
  return effects;
}

function isDestructive(command: string, rest: readonly string[]): boolean {
  const has = (pattern: RegExp) => rest.some((word) => pattern.test(word));
  switch (command) {
    case 'push':
      return has(/^(-[a-zA-Z]*[fd][a-zA-Z]*|--force.*|--delete|--mirror|--prune|[+:].+)$/);
    case 'reset':
      return has(/^--(hard|merge|keep)$/);
    case 'checkout':
      return has(/^(--|-f|--force|\.|-B)$/);
    case 'switch':
      return has(/^(-f|--force|--discard-changes|-C)$/);
    case 'branch':
    case 'tag':
      return has(/^(-[a-zA-Z]*[dDfMC][a-zA-Z]*|--delete|--force)$/);
    case 'stash':
      return /^(drop|clear|pop)$/.test(rest[0] ?? '');
    case 'reflog':
      return /^(expire|delete)$/.test(rest[0] ?? '');
    case 'remote':
    case 'worktree':
      return /^(remove|rm|prune)$/.test(rest[0] ?? '');
    default:
      return /^(clean|restore|rm|filter-branch|filter-repo|update-ref|gc|prune|replace)$/.test(
        command,
      );
  }
}
