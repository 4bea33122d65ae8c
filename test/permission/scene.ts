import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolvePath } from '../../src/base/paths.ts';
import type { Workspace } from '../../src/base/workspace.ts';
import { compileRules } from '../../src/permission/compile-rules.ts';
import { decide } from '../../src/permission/decide.ts';
import { parseRule } from '../../src/permission/parse-rule.ts';
import type { Question } from '../../src/permission/question.ts';
import type { Rule, RuleSet } from '../../src/permission/rule.ts';
import {
  type Effect,
  NO_SUBJECT,
  type Subject,
  type SubjectCommand,
} from '../../src/tool/subject.ts';

/** A workspace on disk, with links that lead inside and outside; its folder is to be removed. */
export function makeScene(): Workspace & { readonly top: string } {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'permission-')));
  const scene = {
    top,
    root: join(top, 'w'),
    directory: join(top, 'w'),
    home: join(top, 'home'),
    runDirectory: join(top, 'run'),
  };
  for (const folder of ['w/src', 'w/.git', 'w/pkg', 'home/.ssh', 'run/outputs', 'outside']) {
    mkdirSync(join(top, folder), { recursive: true });
  }
  writeFileSync(join(top, 'w/src/a.ts'), '');
  symlinkSync(join(top, 'outside'), join(top, 'w/away'));
  symlinkSync(join(top, 'w/src/a.ts'), join(top, 'w/good'));
  symlinkSync(join(top, 'w/.git'), join(top, 'w/repo'));
  symlinkSync('/proc/self/environ', join(top, 'w/env'));
  return scene;
}

export function rule(text: string): Rule {
  return parseRule(text, { file: 'policy.yml', line: 3 });
}

function rules(lists: { deny?: string[]; ask?: string[]; allow?: string[] }): RuleSet {
  const read = (texts: string[] = []) => texts.map(rule);
  return { deny: read(lists.deny), ask: read(lists.ask), allow: read(lists.allow) };
}

type Call = Pick<Question, 'toolName' | 'ruleNames' | 'pathRules' | 'subject'>;

export function readCall(scene: Workspace, path: string, toolName = 'Read'): Call {
  const touch = { path: resolvePath(path, scene.directory, scene.home), access: 'read' as const };
  return {
    toolName,
    ruleNames: [],
    pathRules: 'Read',
    subject: { ...NO_SUBJECT, readOnly: true, effects: ['read'], paths: [touch] },
  };
}

export function editCall(scene: Workspace, path: string, toolName = 'Edit'): Call {
  const touch = { path: resolvePath(path, scene.directory, scene.home), access: 'write' as const };
  return {
    toolName,
    ruleNames: [],
    pathRules: 'Edit',
    subject: { ...NO_SUBJECT, effects: ['write'], paths: [touch] },
  };
}

/** A shell line, as its analysis would tell it: a text a command; `!` before it: read-only. */
export function shellCall(
  scene: Workspace,
  commands: readonly string[],
  touches: { read?: string[]; write?: string[]; effects?: Effect[]; unclear?: string } = {},
): Call {
  const resolve = (access: 'read' | 'write') => (path: string) => ({
    path: resolvePath(path, scene.directory, scene.home),
    access,
  });
  const simple = commands.map(simpleCommand);
  const subject: Subject = {
    ...NO_SUBJECT,
    commands: simple,
    readOnly: simple.every(({ readOnly }) => readOnly) && !touches.write,
    effects: touches.effects ?? [],
    paths: [
      ...(touches.read ?? []).map(resolve('read')),
      ...(touches.write ?? []).map(resolve('write')),
    ],
    unclear: touches.unclear,
  };
  return { toolName: 'Bash', ruleNames: [], pathRules: undefined, subject };
}

export function otherCall(toolName: string, subject: Partial<Subject> = {}): Call {
  return { toolName, ruleNames: [], pathRules: undefined, subject: { ...NO_SUBJECT, ...subject } };
}

export function question(
  scene: Workspace,
  call: Call,
  lists: { deny?: string[]; ask?: string[]; allow?: string[] } = {},
  rest: Partial<Question> = {},
): Question {
  return {
    ...call,
    toolCheck: { behavior: 'passthrough' },
    requiresConfirmation: false,
    hook: undefined,
    trust: 'trusted',
    workspace: scene,
    rules: compileRules(rules(lists), scene),
    ...rest,
  };
}

/** `allow`, `deny`, or `ask:` with the reason. */
export function judge(...given: Parameters<typeof question>): string {
  const verdict = decide(question(...given));
  return verdict.behavior === 'ask' ? `ask:${verdict.because}` : verdict.behavior;
}

function simpleCommand(given: string): SubjectCommand {
  const readOnly = given.startsWith('!');
  const text = readOnly ? given.slice(1) : given;
  const inner = text.replace(/^(?:nohup|timeout \d+) /u, '');
  return {
    text,
    span: [0, text.length],
    allowForms: /^(?:watch|setsid) /u.test(text) ? [] : [inner],
    denyForms: [text, inner, text.replace(/^(?:\w+=\S* |sudo |watch )+/u, '')],
    readOnly,
    effects: [],
  };
}
