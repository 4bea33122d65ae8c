import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide } from '../../src/permission/decide.ts';
import { editCall, judge, makeScene, question, readCall, shellCall } from './scene.ts';

const scene = makeScene();
let server: Server;
beforeAll(async () => {
  server = createServer();
  await new Promise<void>((done) => server.listen(join(scene.root, 'socket'), done));
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  rmSync(scene.top, { recursive: true, force: true });
});

const everything = { allow: ['Edit', 'Read', 'Bash', 'Edit(//**)', 'Read(//**)'] };
const hookAllows = { decision: 'allow', reason: undefined, hook: 'sh x' } as const;

describe('hard denials, which nothing lifts', () => {
  test.each([
    '.git/HEAD',
    '.git/hooks/pre-commit',
    '.git//hooks/x',
    './.git/./hooks/x',
    'src/../.git/config',
    '.GIT/config',
    '.g\u200cit/config',
    '.git./config',
    'GIT~1/config',
    'sub/.git',
    'sub/.git/config',
    'repo/hooks/x',
    'away/.git/config',
  ])('writing %s', (path) => {
    expect(judge(scene, editCall(scene, path), everything, { hook: hookAllows })).toBe('deny');
    const call = shellCall(scene, ['tee'], { write: [path] });
    expect(judge(scene, call, everything)).toBe('deny');
  });

  test.each(['.github/x', '.gitignore', 'git/config', '.gitattributes', 'x.git/a'])(
    'not writing %s',
    (path) => {
      expect(judge(scene, editCall(scene, path), everything)).toBe('allow');
    },
  );

  test.each([
    '/proc/self/environ',
    '/proc/1/cmdline',
    '/proc/1/cwd/x',
    '/proc/1/root/etc/passwd',
    '/sys/class',
    '/dev/stdin',
    '/dev/tty',
    '/proc',
    'env',
    'socket',
  ])('any access to %s', (path) => {
    expect(judge(scene, readCall(scene, path), everything, { hook: hookAllows })).toBe('deny');
    expect(judge(scene, editCall(scene, path), everything)).toBe('deny');
    expect(judge(scene, shellCall(scene, ['!cat'], { read: [path] }), everything)).toBe('deny');
  });

  test('/dev/null is open', () => {
    expect(judge(scene, shellCall(scene, ['!echo'], { write: ['/dev/null'] }))).not.toBe('deny');
    expect(judge(scene, shellCall(scene, ['!cat'], { read: ['/dev/null'] }))).toBe('allow');
  });

  test('the run’s own folder, but for outputs and context', () => {
    const inRun = (path: string) => join(scene.runDirectory, path);
    expect(judge(scene, readCall(scene, inRun('transcript.jsonl')), everything)).toBe('deny');
    expect(judge(scene, readCall(scene, inRun('outputs2/x')), everything)).toBe('deny');
    expect(judge(scene, readCall(scene, inRun('outputs/../x')), everything)).toBe('deny');
    expect(judge(scene, readCall(scene, inRun('outputs/1.txt')))).toBe('allow');
    expect(judge(scene, readCall(scene, inRun('context/pr.md')))).toBe('allow');
    expect(judge(scene, editCall(scene, inRun('outputs/1.txt')), everything)).toBe('deny');
  });

  test('have no suggestion, and say what to do', () => {
    const verdict = decide(question(scene, editCall(scene, '.git/HEAD'), everything));
    expect(verdict).toMatchObject({ behavior: 'deny', by: { step: 'tool' } });
    expect(verdict.reason).toContain('git’s commands');
    expect(verdict).not.toHaveProperty('suggestion');
  });
});

describe('protected names', () => {
  test.each([
    '.github/workflows/ci.yml',
    '.GitHub/Workflows/ci.yml',
    '.github',
    '.github/actions/x/action.yml',
    '.vscode/settings.json',
    'pkg/.idea/x',
    '.husky/pre-commit',
    '.cargo/config.toml',
    '.devcontainer/devcontainer.json',
    '.config/git/config',
    '.claude/settings.json',
    '.claude/worktrees/a/.npmrc',
    '.mcp.json',
    '.npmrc',
    'pkg/.NPMRC',
    '.yarnrc.yml',
    '.pnpmfile.cjs',
    '.envrc',
    '.bashrc',
    '.gitmodules',
    '.pre-commit-config.yaml',
    'lefthook.yml',
    'gradle/wrapper/gradle-wrapper.properties',
    '.mvn/wrapper/x.jar',
    'CLAUDE.md',
    'GEMINI.md',
    '.cursor/rules/x.mdc',
    '.cursorrules',
    '.windsurfrules',
    '.github/copilot-instructions.md',
    '.github/unattended.yml',
    '.gitlab-ci.yml',
    '.circleci/config.yml',
    'Jenkinsfile',
    '.travis.yml',
  ])('%s is asked about, whatever is allowed', (path) => {
    expect(judge(scene, editCall(scene, path), everything)).toBe('ask:protected_path');
    const call = shellCall(scene, ['cp a b'], { write: [path] });
    expect(judge(scene, call, everything, { hook: hookAllows })).toBe('ask:protected_path');
  });

  test.each(['.claude/worktrees/a/x.ts', '.github/dependabot.yml', 'Makefile', 'vscode/x'])(
    '%s is none',
    (path) => {
      expect(judge(scene, editCall(scene, path), everything)).toBe('allow');
    },
  );

  test('reading them is free, but for the checkout’s token', () => {
    expect(judge(scene, readCall(scene, '.github/workflows/ci.yml'))).toBe('allow');
    expect(judge(scene, readCall(scene, '.npmrc'))).toBe('allow');
    expect(judge(scene, readCall(scene, '.git/HEAD'))).toBe('allow');
    expect(judge(scene, readCall(scene, '.git/config'))).toBe('ask:protected_path');
  });

  test.each(['.', '..', scene.home])('removing %s is asked about', (path) => {
    const call = shellCall(scene, ['rm -rf'], { write: [path], effects: ['write', 'destructive'] });
    expect(judge(scene, call, everything)).toBe('ask:protected_path');
  });
});

describe('places outside of the workspace', () => {
  test.each(['/etc/hosts', '../x', 'away/x', 'src/../../x', '~/x', '/tmp'])('%s', (path) => {
    expect(judge(scene, readCall(scene, path), { allow: ['Read'] })).toBe('ask:outside_workspace');
    expect(judge(scene, editCall(scene, path), { allow: ['Edit'] })).toBe('ask:outside_workspace');
    const call = shellCall(scene, ['!cat x'], { read: [path] });
    expect(judge(scene, call, { allow: ['Bash'] })).toBe('ask:outside_workspace');
  });

  test.each(['~/.ssh/id_ed25519', '~/.netrc', '~/.aws/credentials', '~/.config/gh/hosts.yml'])(
    'the credentials in %s, whatever is allowed',
    (path) => {
      expect(judge(scene, readCall(scene, path), everything)).toBe('ask:outside_workspace');
      // A report must not lead anybody to open it.
      expect(decide(question(scene, readCall(scene, path)))).not.toHaveProperty('suggestion');
    },
  );

  test('the runner’s command files, even in the workspace', () => {
    const path = '_temp/_runner_file_commands/set_env_1';
    expect(judge(scene, editCall(scene, path), everything)).toBe('ask:outside_workspace');
    expect(judge(scene, readCall(scene, path), everything)).toBe('ask:outside_workspace');
  });
});
