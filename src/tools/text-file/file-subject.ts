import { messageOf } from '../../base/errors.ts';
import { PathError, type ResolvedPath } from '../../base/paths.ts';
import { NO_SUBJECT, type PathTouch, type Subject } from '../../tool/subject.ts';
import type { SubjectContext } from '../../tool/tool.ts';
import { resolveArgument } from './tool-path.ts';

/**
 * What a call on one file touches. Takes anything as input, as `unattended explain` does: a missing
 * path touches nothing, one that can't be a path makes the subject unclear, so that it is asked about.
 */
export function fileSubject(
  input: unknown,
  context: SubjectContext,
  accesses: readonly PathTouch['access'][],
): Subject {
  const effects = accesses;
  const readOnly = !accesses.includes('write');
  const subject = { ...NO_SUBJECT, effects, readOnly };
  const given = filePathOf(input);
  if (given === undefined) return subject;
  if (typeof given !== 'string') return { ...subject, unclear: '`file_path` is not a text.' };
  try {
    const path = resolveArgument(given, context);
    return { ...subject, paths: accesses.map((access) => ({ path, access })) };
  } catch (thrown) {
    return { ...subject, unclear: messageOf(thrown) };
  }
}

/** The same input with `file_path` absolute (links kept); unchanged where it can't be made so. */
export function withAbsolutePath<Input extends { readonly file_path: string }>(
  input: Input,
  context: SubjectContext,
): Input {
  const given = filePathOf(input);
  if (typeof given !== 'string') return input;
  const path = tryResolve(given, context);
  return path === undefined || path.path === given ? input : { ...input, file_path: path.path };
}

function tryResolve(given: string, context: SubjectContext): ResolvedPath | undefined {
  try {
    return resolveArgument(given, context);
  } catch (thrown) {
    if (thrown instanceof PathError) return undefined;
    throw thrown;
  }
}

function filePathOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'file_path' in input
    ? input.file_path
    : undefined;
}
