import { PathError, resolvePath } from '../base/paths.ts';
import type { Workspace } from '../base/workspace.ts';
import { classify } from '../shell/classify.ts';
import { type Effect, NO_SUBJECT, type PathTouch, type Subject } from '../tool/subject.ts';
import type { AskedCall } from './asked-call.ts';

type Input = Readonly<Record<string, unknown>>;
type Known = Partial<Pick<AskedCall, 'toolName' | 'ruleNames' | 'pathRules' | 'readRulesApart'>> & {
  readonly subject: Subject;
};

/**
 * A call of a tool that is not built in. Tools that people's rules know by name are read as they are
 * documented; of others a `url` and a file's path (it may write there) are known; what an MCP
 * server's fields mean is not: it may write and send.
 */
export function plainCall(toolName: string, input: Input, workspace: Workspace): AskedCall {
  const known = Object.hasOwn(TOOLS, toolName) ? TOOLS[toolName] : undefined;
  const call = toolName.startsWith('mcp__')
    ? { subject: { ...NO_SUBJECT, effects: ['write', 'network'] as const } }
    : (known ?? other)(input, workspace);
  const { subject } = call;
  return {
    toolName,
    ruleNames: [],
    pathRules: undefined,
    input,
    readOnly: subject.readOnly,
    destructive: subject.effects.includes('destructive') ? true : undefined,
    effects: subject.effects,
    ...call,
  };
}

/** By name, what is documented of tools that this version does not have. */
const TOOLS: Readonly<Record<string, (input: Input, workspace: Workspace) => Known>> = {
  MultiEdit: editing('file_path'),
  NotebookEdit: (input, workspace) => ({
    ...editing('notebook_path')(input, workspace),
    readRulesApart: true,
  }),
  LS: reading('path'),
  NotebookRead: reading('notebook_path'),
  LSP: reading('filePath'),
  WebFetch: (input) => ({ subject: fetching(input['url']) }),
  WebSearch: () => ({ subject: { ...NO_SUBJECT, effects: ['network'] } }),
  Agent: agent,
  Task: agent,
  Skill: (input) => {
    const name = [input['skill'], input['args']].filter((part) => typeof part === 'string' && part);
    return { subject: { ...NO_SUBJECT, specifier: name.join(' ') || undefined } };
  },
  Monitor: (input, workspace) => ({ ruleNames: ['Bash'], subject: monitoring(input, workspace) }),
  PowerShell: (input) => ({ subject: powerShell(input['command']) }),
};

function editing(field: string) {
  return (input: Input, workspace: Workspace): Known => ({
    pathRules: 'Edit',
    subject: touching(input[field], 'write', workspace),
  });
}

/** Without a path they look at the working directory. */
function reading(field: string) {
  return (input: Input, workspace: Workspace): Known => ({
    pathRules: 'Read',
    subject: touching(input[field] ?? '.', 'read', workspace),
  });
}

function touching(given: unknown, access: PathTouch['access'], workspace: Workspace): Subject {
  if (typeof given !== 'string' || given === '') return unclear('It names no file.', [access]);
  try {
    const path = resolvePath(given, workspace.directory, workspace.home);
    const readOnly = access === 'read';
    return { ...NO_SUBJECT, readOnly, effects: [access], paths: [{ path, access }] };
  } catch (error) {
    if (error instanceof PathError) return unclear(error.message, [access]);
    throw error;
  }
}

function fetching(url: unknown): Subject {
  const domains = hostsOf(url);
  if (domains.length === 0) return unclear('It has no URL that can be read.', ['network']);
  return { ...NO_SUBJECT, effects: ['network'], domains };
}

function agent(input: Input): Known {
  const type = input['subagent_type'] ?? 'general-purpose';
  const subject = typeof type === 'string' ? { specifier: type } : { unclear: 'It has no type.' };
  return { toolName: 'Agent', ruleNames: ['Task'], subject: { ...NO_SUBJECT, ...subject } };
}

/** It watches what a command prints, or a socket. */
function monitoring({ command, ws }: Input, { directory: cwd, home, root }: Workspace): Subject {
  if (command === undefined && typeof ws === 'object' && ws !== null && 'url' in ws) {
    return fetching(ws.url);
  }
  if (typeof command !== 'string') return unclear('There is no command.', ['execute']);
  const { changesDirectory, movesTo, ...seen } = classify(command, { cwd, home, root });
  return { ...NO_SUBJECT, ...seen };
}

/** Its language is not understood here, so it is always asked about; refusals by its words still hold. */
function powerShell(command: unknown): Subject {
  const subject = unclear('PowerShell commands are not analysed.', ['execute']);
  if (typeof command !== 'string') return subject;
  const parts = command.split(/[;|&\n{}()]+/u).map((part) => part.trim());
  const denyForms = [command, ...parts.filter((part) => part !== '')];
  const whole = { text: command, span: [0, command.length] as const, allowForms: [], denyForms };
  return { ...subject, commands: [{ ...whole, readOnly: false, effects: ['execute'] }] };
}

function other(input: Input, workspace: Workspace): Known {
  const domains = hostsOf(input['url']);
  try {
    const paths = pathsOf(input, workspace);
    const effects: Effect[] = [];
    if (paths.length > 0) effects.push('read', 'write');
    if (domains.length > 0) effects.push('network');
    return { subject: { ...NO_SUBJECT, domains, paths, effects } };
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
    return { subject: { ...NO_SUBJECT, domains, unclear: error.message } };
  }
}

function hostsOf(url: unknown): string[] {
  if (typeof url !== 'string' || !URL.canParse(url)) return [];
  const { hostname } = new URL(url);
  return hostname === '' ? [] : [hostname];
}

function pathsOf(input: Input, workspace: Workspace): PathTouch[] {
  return ['file_path', 'notebook_path', 'path'].flatMap((field) => {
    const given = input[field];
    if (typeof given !== 'string' || given === '') return [];
    return [{ path: resolvePath(given, workspace.directory, workspace.home), access: 'write' }];
  });
}

function unclear(reason: string, effects: readonly Effect[]): Subject {
  return { ...NO_SUBJECT, effects, unclear: reason };
}
