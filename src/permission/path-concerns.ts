import { isInside } from '../base/paths.ts';
import type { Workspace } from '../base/workspace.ts';
import type { PathTouch, Subject } from '../tool/subject.ts';
import type { AskReason } from './decision.ts';
import { isAtHome } from './home-places.ts';
import { foldedNames, isGitCredential, protectedName, secretPlace } from './protected-names.ts';

/** What is asked about because of one path. */
export interface PathConcern {
  readonly because: AskReason;
  /** One sentence for people and for the model. */
  readonly reason: string;
  /** The path lies outside, and an allow rule that names the place would settle it. */
  readonly opens?: PathTouch;
  /** Secrets lie there: no report shows how to open it. */
  readonly sealed?: true;
}

/**
 * The workspace's own guard: protected names (no rule lifts it), places outside of the workspace (an
 * allow rule that names the place does), stores of secrets (no rule does).
 * @param isGranted says whether an allow rule names the path, link and target both.
 */
export function pathConcerns(
  subject: Subject,
  workspace: Workspace,
  isGranted: (touch: PathTouch) => boolean,
): PathConcern[] {
  const isDestructive = subject.effects.includes('destructive');
  return subject.paths.flatMap((touch) => {
    const { path } = touch;
    if (path.path === '/dev/null') return [];
    const names = path.real === path.path ? [path.path] : [path.path, path.real];
    const ofNames = names.flatMap((name) => [
      protectedConcern(name, touch, workspace),
      isDestructive ? criticalConcern(name, touch, workspace) : undefined,
    ]);
    const concerns = [...ofNames, outsideConcern(touch, names, workspace, isGranted)];
    return concerns.filter((concern) => concern !== undefined);
  });
}

function protectedConcern(
  name: string,
  touch: PathTouch,
  { root }: Workspace,
): PathConcern | undefined {
  const { path, access } = touch;
  const names = foldedNames(name, root);
  if (access === 'read') {
    if (!isGitCredential(names)) return undefined;
    const reason = `${path.given} may hold the checkout’s token; reading it needs an answer of the policy. A search leaves it out with --exclude-dir=.git, or use the Grep tool.`;
    return { because: 'protected_path', reason, sealed: true };
  }
  const found = protectedName(names);
  if (found === undefined) return undefined;
  const reason = `${path.given} is protected (${found}): it steers tools or later runs, so no allow rule covers writing it. Leave it as it is, and tell the reader what should change in it.`;
  return { because: 'protected_path', reason };
}

/** `rm -r .` and its like take `.git` and all that is protected with them. */
function criticalConcern(
  name: string,
  { path, access }: PathTouch,
  { root, directory, home }: Workspace,
): PathConcern | undefined {
  if (access === 'read') return undefined;
  if (![root, directory, home].some((folder) => isInside(folder, name))) return undefined;
  const reason = `${path.given} is or holds the workspace or the home folder; removing or replacing it needs an answer of the policy. Name the files instead.`;
  return { because: 'protected_path', reason };
}

function outsideConcern(
  touch: PathTouch,
  names: readonly string[],
  workspace: Workspace,
  isGranted: (touch: PathTouch) => boolean,
): PathConcern | undefined {
  const { path, access } = touch;
  const secret = names.map((name) => secretPlace(name, workspace.home)).find(Boolean);
  const isHome = (name: string) => isAtHome(name, access, workspace);
  if (secret === undefined && (names.every(isHome) || isGranted(touch))) return undefined;
  const verb = access === 'read' ? 'Reading' : 'Writing';
  const reason = secret
    ? `${path.given} is in ${secret}; no allow rule covers it.`
    : `${verb} ${path.given} goes outside of the workspace${path.real === path.path ? '' : ` (it leads to ${path.real})`}. Work on files below ${workspace.root}.`;
  return {
    because: 'outside_workspace',
    reason,
    ...(secret === undefined ? { opens: touch } : { sealed: true }),
  };
}
