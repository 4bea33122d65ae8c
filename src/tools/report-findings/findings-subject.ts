import { messageOf } from '../../base/errors.ts';
import { NO_SUBJECT, type PathTouch, type Subject } from '../../tool/subject.ts';
import type { SubjectContext } from '../../tool/tool.ts';
import { resolveArgument } from '../text-file/tool-path.ts';

/**
 * The files that findings are about: judged as if they were read, since what is reported of a file
 * shows what is in it. Takes anything as input, as `unattended explain` does.
 */
export function findingsSubject(input: unknown, context: SubjectContext): Subject {
  const subject: Subject = { ...NO_SUBJECT, effects: ['read'], readOnly: true };
  const paths = new Map<string, PathTouch>();
  for (const given of pathsIn(input)) {
    if (typeof given !== 'string') return { ...subject, unclear: '`path` is not a text.' };
    try {
      const path = resolveArgument(given, context);
      paths.set(`${path.path}\0${path.real}`, { path, access: 'read' });
    } catch (thrown) {
      return { ...subject, unclear: messageOf(thrown) };
    }
  }
  return { ...subject, paths: [...paths.values()] };
}

/** The same input with every path absolute (links kept). */
export function withAbsolutePaths<Input>(input: Input, context: SubjectContext): Input {
  const findings = findingsIn(input);
  if (findings.length === 0) return input;
  const absolute = (finding: unknown): unknown => {
    if (!isObject(finding) || typeof finding['path'] !== 'string') return finding;
    try {
      return { ...finding, path: resolveArgument(finding['path'], context).path };
    } catch {
      // It can't be a path: the subject says so, and the call is asked about.
      return finding;
    }
  };
  return { ...input, findings: findings.map(absolute) };
}

function pathsIn(input: unknown): unknown[] {
  return findingsIn(input).flatMap((finding) =>
    isObject(finding) && 'path' in finding ? [finding['path']] : [],
  );
}

function findingsIn(input: unknown): readonly unknown[] {
  const list = isObject(input) ? input['findings'] : undefined;
  return Array.isArray(list) ? list : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
