import { resolvePath } from '../../src/base/paths.ts';
import type { Workspace } from '../../src/base/workspace.ts';
import type { AskedCall, OpenVerdict, RunFacts } from '../../src/policy/asked-call.ts';
import { loadPolicies } from '../../src/policy/load-policies.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { type Effect, NO_SUBJECT } from '../../src/tool/subject.ts';
import { KNOWN } from './known-names.ts';

const WORKSPACE: Workspace = {
  root: '/w',
  directory: '/w',
  home: '/home/runner',
  runDirectory: '/run-directory',
};

export const TRUSTED: RunFacts = { event: 'pull_request', trust: 'trusted', workspace: WORKSPACE };
export const UNTRUSTED: RunFacts = { ...TRUSTED, trust: 'untrusted' };

/** Loads policies from texts by their paths; the last one is named. */
export function policyOf(files: Readonly<Record<string, string>>): Promise<Policy> {
  const name = Object.keys(files).at(-1) ?? '';
  return loadPolicies([name], { ...KNOWN, readFile: async (path) => files[path] });
}

export function asks(because: OpenVerdict['because'] = 'no_rule'): OpenVerdict {
  return {
    behavior: 'ask',
    because,
    by: { step: 'default' },
    reason: 'No allow rule covers it.',
    suggestion: 'permissions:\n  allow: [X]',
  };
}

export function call(toolName: string, changes: Partial<AskedCall> = {}): AskedCall {
  return {
    toolName,
    ruleNames: [],
    pathRules: undefined,
    subject: NO_SUBJECT,
    readOnly: false,
    destructive: undefined,
    effects: changes.subject?.effects ?? [],
    ...changes,
  };
}

/** A command line of plain commands; `unclear`: it did not parse. */
export function bash(commands: readonly string[], unclear?: string): AskedCall {
  const effects: Effect[] = ['execute'];
  return call('Bash', {
    subject: {
      ...NO_SUBJECT,
      effects,
      unclear,
      commands: commands.map((text) => ({
        text,
        span: [0, text.length],
        allowForms: [text],
        denyForms: [text],
        readOnly: false,
        effects,
      })),
    },
  });
}

export function edit(...paths: readonly string[]): AskedCall {
  const touches = paths.map((path) => ({
    path: resolvePath(path, '/w', '/home/runner'),
    access: 'write' as const,
  }));
  return call('Edit', {
    pathRules: 'Edit',
    subject: { ...NO_SUBJECT, effects: ['write'], paths: touches },
  });
}

export function fetches(...domains: readonly string[]): AskedCall {
  return call('WebFetch', { subject: { ...NO_SUBJECT, effects: ['network'], domains } });
}
