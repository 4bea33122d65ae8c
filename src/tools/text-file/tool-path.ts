import { PathError, type ResolvedPath, resolvePath } from '../../base/paths.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import type { SubjectContext } from '../../tool/tool.ts';

/**
 * What a tool's path argument means: relative ones start at the working directory. The answer's
 * `path` and `real` name the same file also where `..` follows a link, so that either can be resolved again.
 * @throws PathError for what can't be a path
 */
export function resolveArgument(given: string, context: SubjectContext): ResolvedPath {
  const { directory, home } = context.workspace;
  const path = resolvePath(given, directory, home);
  if (!given.includes('..')) return path;
  const again = resolvePath(path.path, directory, home);
  return again.real === path.real ? path : { ...path, path: path.real };
}

/** The same, for `call`. @throws ToolRefusal for what can't be a path */
export function toolPath(given: string, context: SubjectContext): ResolvedPath {
  try {
    return resolveArgument(given, context);
  } catch (thrown) {
    if (thrown instanceof PathError) throw new ToolRefusal(thrown.message, { cause: thrown });
    throw thrown;
  }
}
