import { resolvePath } from '../base/paths.ts';
import type { Workspace } from '../base/workspace.ts';
import type { CompiledRules } from './compile-rules.ts';
import { refusesPath } from './find-refusal.ts';

/** Whether a deny rule forbids to read a file, by its own name or by the one that it leads to. */
export function hiddenBy(
  { deny }: Pick<CompiledRules, 'deny'>,
  { directory, home }: Workspace,
): (path: string) => boolean {
  return (path) => {
    try {
      const resolved = resolvePath(path, directory, home);
      return refusesPath(deny, { path: resolved, access: 'read' }) !== undefined;
    } catch {
      // A path that can't be resolved can't be judged: it stays hidden.
      return true;
    }
  };
}
