import { relative, sep } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { isInside, type ResolvedPath, resolvePath } from '../../base/paths.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import { NO_SUBJECT, type Subject } from '../../tool/subject.ts';
import type { SubjectContext } from '../../tool/tool.ts';
import type { ToolUseContext } from '../../tool/tool-use-context.ts';

/** What a search from `path` touches; never throws. `unclear`: why it can't be judged. */
export function searchSubject(
  path: unknown,
  context: SubjectContext,
  unclear: string | undefined,
): Subject {
  const subject: Subject = { ...NO_SUBJECT, effects: ['read'], readOnly: true, unclear };
  if (typeof path !== 'string') return { ...subject, unclear: '`path` is not a text.' };
  try {
    const touched = resolvePath(path, context.workspace.directory, context.workspace.home);
    return { ...subject, paths: [{ path: touched, access: 'read' }] };
  } catch (thrown) {
    return { ...subject, unclear: messageOf(thrown) };
  }
}

/**
 * Where a search starts, resolved once more.
 * @throws ToolRefusal when a link leads elsewhere than when the call was judged.
 */
export function searchStart(path: string, context: ToolUseContext): ResolvedPath {
  const start = resolvePath(path, context.workspace.directory, context.workspace.home);
  const judged = context.subject?.paths[0]?.path;
  if (judged && judged.real !== start.real) {
    throw new ToolRefusal(`${path} leads elsewhere by now than when the call was judged.`);
  }
  if (start.special) throw new ToolRefusal(`${path} is no file or folder.`);
  return start;
}

/** A path as results show it: from the working directory where it lies in it, else absolute. */
export function shownPath(path: string, directory: string): string {
  const shown = isInside(path, directory) ? relative(directory, path) || '.' : path;
  return shown.split(sep).join('/');
}

/** Fires when the call must end or has taken the longest time there is. */
export function searchSignal(context: ToolUseContext): AbortSignal {
  return AbortSignal.any([
    context.abort.signal,
    AbortSignal.timeout(Math.min(context.limits.timeoutMs, 2_147_483_647)),
  ]);
}

/** A search that did not look everywhere has no result: “nothing found” would be a lie. */
export function endedEarly(context: ToolUseContext): ToolRefusal {
  const why = context.abort.signal.aborted
    ? 'The search was ended before it was done'
    : `The search timed out after ${context.limits.timeoutMs} ms`;
  return new ToolRefusal(`${why}, so there is no result. Search in a smaller folder.`);
}
