/**
 * In plain words what the SDK says of an answer that is not as the protocol has it: a list of issues as JSON, behind a
 * few words or none (zod's form). `undefined`: it is about something else.
 */
export function shapeWords(message: string): string | undefined {
  const issues = issuesIn(message);
  if (issues === undefined) return undefined;
  const [first] = issues.flatMap(innermost);
  const where = first?.path.length ? ` at ${first.path.join('.')}` : '';
  const what = first === undefined ? '' : `: ${first.message}${where}`;
  return `What it answered is not as MCP has it${what}`;
}

interface Issue {
  readonly message: string;
  readonly path: readonly unknown[];
  readonly errors?: unknown;
}

function issuesIn(message: string): Issue[] | undefined {
  const json = /^(?:Invalid [^[]{0,200}: )?(\[\s*\{.*\])$/su.exec(message.trim())?.[1];
  if (json === undefined) return undefined;
  try {
    const issues = (JSON.parse(json) as unknown[]).filter(isIssue);
    return issues.length === 0 ? undefined : issues;
  } catch {
    return undefined;
  }
}

/** Of a union the first choice's: that no choice fits says nothing. */
function innermost({ message, path, errors }: Issue): Issue[] {
  const [choice] = Array.isArray(errors) ? errors : [];
  const [inner] = Array.isArray(choice) ? choice.filter(isIssue) : [];
  return [inner ? { message: inner.message, path: [...path, ...inner.path] } : { message, path }];
}

function isIssue(value: unknown): value is Issue {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string' &&
    'path' in value &&
    Array.isArray(value.path)
  );
}
