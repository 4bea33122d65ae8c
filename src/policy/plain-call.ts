import { PathError, resolvePath } from '../base/paths.ts';
import type { Workspace } from '../base/workspace.ts';
import { type Effect, NO_SUBJECT, type PathTouch, type Subject } from '../tool/subject.ts';
import type { AskedCall } from './asked-call.ts';

/**
 * A call of a tool that is not built in. Of one that this version does not have, a `url` and a file's
 * path (it may write there) are known; what an MCP server's fields mean is not.
 */
export function plainCall(
  toolName: string,
  input: Readonly<Record<string, unknown>>,
  workspace: Workspace,
): AskedCall {
  const subject = toolName.startsWith('mcp__') ? NO_SUBJECT : subjectOf(input, workspace);
  return {
    toolName,
    ruleNames: [],
    pathRules: undefined,
    subject,
    input,
    readOnly: false,
    destructive: undefined,
    effects: subject.effects,
  };
}

function subjectOf(input: Readonly<Record<string, unknown>>, workspace: Workspace): Subject {
  const domains = hostsOf(input['url']);
  try {
    const paths = pathsOf(input, workspace);
    const effects: Effect[] = [];
    if (paths.length > 0) effects.push('read', 'write');
    if (domains.length > 0) effects.push('network');
    return { ...NO_SUBJECT, domains, paths, effects };
  } catch (error) {
    if (error instanceof PathError) return { ...NO_SUBJECT, domains, unclear: error.message };
    throw error;
  }
}

function hostsOf(url: unknown): string[] {
  if (typeof url !== 'string' || !URL.canParse(url)) return [];
  const { hostname } = new URL(url);
  return hostname === '' ? [] : [hostname];
}

function pathsOf(input: Readonly<Record<string, unknown>>, workspace: Workspace): PathTouch[] {
  return ['file_path', 'notebook_path', 'path'].flatMap((field) => {
    const given = input[field];
    if (typeof given !== 'string' || given === '') return [];
    return [{ path: resolvePath(given, workspace.directory, workspace.home), access: 'write' }];
  });
}
