import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CommandHook } from '../../src/policy/hooks/hook-config.ts';
import { commandHook as hook, hooksIn, preToolUse, type TestCall } from './hooks-in.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooks-')));
  mkdirSync(join(folder, 'project'));
});

/** Writes a shell script into the project and gives the command that runs it. */
function script(name: string, text: string): string {
  writeFileSync(join(folder, 'project', name), text);
  return `sh ./${name}`;
}

/** What the hooks under one matcher say of a call. */
const ask = (hooks: readonly CommandHook[], call: Partial<TestCall> = {}, matcher = '') =>
  preToolUse(folder, hooksIn(folder, { PreToolUse: [{ matcher, hooks }] }), call);

const read = (name: string) => readFileSync(join(folder, 'project', name), 'utf8');

test('a hook reads what hooks for Claude Code read', async () => {
  await ask([hook('cat > input.json')]);
  expect(JSON.parse(read('input.json'))).toEqual({
    session_id: 'session-1',
    transcript_path: join(folder, 'transcript.jsonl'),
    cwd: join(folder, 'workspace'),
    prompt_id: 'prompt-1',
    permission_mode: 'dontAsk',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id: 'toolu_1',
  });
});

test('it starts in the project with the clean environment, and no terminal', async () => {
  writeFileSync(join(folder, '.bashrc'), 'touch rc-was-run');
  const command =
    'pwd > pwd.txt; env > env.txt; if (: < /dev/tty) 2>/dev/null; then echo tty > tty.txt; fi';
  await ask([hook(command)]);
  expect(read('pwd.txt').trim()).toBe(join(folder, 'project'));
  const names = read('env.txt')
    .split('\n')
    .map((line) => line.split('=')[0]);
  expect(names).toEqual(
    expect.arrayContaining(['FROM_POLICY', 'CLAUDE_PROJECT_DIR', 'UNATTENDED_WORKSPACE']),
  );
  expect(names).not.toContain('VITEST');
  expect(read('env.txt')).toContain(`CLAUDE_PROJECT_DIR=${join(folder, 'project')}\n`);
  expect(read('env.txt')).toContain(`UNATTENDED_WORKSPACE=${join(folder, 'workspace')}\n`);
  expect(existsSync(join(folder, 'project', 'tty.txt'))).toBe(false);
  expect(existsSync(join(folder, 'project', 'rc-was-run'))).toBe(false);
});

test('each of several hooks gets the whole input (H7)', async () => {
  const toolInput = { command: 'x'.repeat(300_000) };
  const hooks = [1, 2, 3].map((n) => hook(`cat > input${n}.json`));
  await ask(hooks, { toolInput });
  for (const n of [1, 2, 3]) {
    expect(JSON.parse(read(`input${n}.json`)).tool_input).toEqual(toolInput);
  }
});

test('hooks run side by side: each waits for the other', async () => {
  const meet = (own: string, other: string) =>
    hook(`touch ${own}; while [ ! -e ${other} ]; do :; done; exit 0`);
  const outcome = await ask([meet('a', 'b'), meet('b', 'a')]);
  expect(outcome.runs.map((run) => run.outcome)).toEqual(['success', 'success']);
});

test('a hook that does not read its input is no failure', async () => {
  const toolInput = { command: 'x'.repeat(300_000) };
  const outcome = await ask([hook('exit 0')], { toolInput });
  expect(outcome.decision).toBe('none');
});

test('the same handler runs once, also under two matchers', async () => {
  const same = hook('echo run >> runs.txt');
  const configuration = {
    PreToolUse: [
      { matcher: 'Bash', hooks: [same, same] },
      { matcher: '*', hooks: [{ ...same }] },
    ],
  };
  expect((await preToolUse(folder, hooksIn(folder, configuration))).runs).toHaveLength(1);
  expect(read('runs.txt')).toBe('run\n');
});

test('only hooks whose matcher fits are run', async () => {
  const outcome = await ask([hook('exit 2')], {}, 'Edit|Write');
  expect(outcome).toMatchObject({ decision: 'none', runs: [] });
});

describe('a “no”', () => {
  test('by exit code 2, with the words of stderr', async () => {
    const command = script('guard.sh', 'echo "not here" >&2; exit 2');
    const outcome = await ask([hook(command)]);
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'not here', hook: command });
    expect(outcome.runs[0]).toMatchObject({
      exitCode: 2,
      stderr: 'not here\n',
      hookName: 'PreToolUse:Bash',
      hookEvent: 'PreToolUse',
    });
  });

  test('beats the allow of a hook that is configured before it', async () => {
    const allow = hook(
      `echo '{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{"command":"true"}}}'`,
    );
    const outcome = await ask([allow, hook('exit 2')]);
    expect(outcome.decision).toBe('deny');
  });

  test.each([
    ['a missing script', 'sh ./missing.sh', /exit code (127|2)|No such|cannot open|not found/],
    ['a missing program', 'no-such-program-here', /not found/],
    ['a crash', 'kill -SEGV $$', /SIGSEGV/],
    ['an endless answer', 'head -c 3000000 /dev/zero | tr "\\0" x', /more than 1 MiB/],
  ])('by %s', async (_name, command, words) => {
    const outcome = await ask([hook(command)]);
    expect(outcome.decision).toBe('deny');
    expect(outcome.reason).toMatch(words);
  });

  test('by a project directory that is not there', async () => {
    rmSync(join(folder, 'project'), { recursive: true });
    const outcome = await ask([hook('exit 0')]);
    expect(outcome.decision).toBe('deny');
    expect(outcome.reason).toMatch(/could not be started/);
  });

  test('by a time-out, after which nothing of it is left', async () => {
    const command = 'echo $$ > pid.txt; sleep 600 & echo $! >> pid.txt; wait';
    const outcome = await ask([hook(command, { timeout: 0.2 })]);
    expect(outcome.decision).toBe('deny');
    expect(outcome.reason).toMatch(/did not end within 0.2 s/);
    expect(alive()).toEqual([]);
  });
});

test('an abort ends the hooks and what they started', async () => {
  const abort = new AbortController();
  const command = 'echo $$ > pid.txt; sleep 600 & echo $! >> pid.txt; touch ready; wait';
  const outcome = ask([hook(command)], { signal: abort.signal });
  while (!existsSync(join(folder, 'project', 'ready'))) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  abort.abort();
  expect((await outcome).runs[0]?.outcome).toBe('cancelled');
  expect(alive()).toEqual([]);
});

test('what a hook leaves in the background ends with it', async () => {
  const command = 'sleep 600 & echo $! > pid.txt; exit 0';
  const outcome = await ask([hook(command)]);
  expect(outcome.decision).toBe('none');
  expect(alive()).toEqual([]);
});

/** The processes of `pid.txt` that still run; none when it was ended before it wrote one. */
function alive(): string[] {
  if (!existsSync(join(folder, 'project', 'pid.txt'))) return [];
  return read('pid.txt')
    .trim()
    .split('\n')
    .filter((pid) => {
      try {
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    });
}

test('a run says that it changed the input, when it did', async () => {
  const change = (command: string) =>
    hook(`echo '${JSON.stringify({ hookSpecificOutput: { updatedInput: { command } } })}'`, {
      source: { file: 'p.yml', line: 5 },
    });
  const { runs, updatedBy } = await ask([change('ls'), change('ls -l')]);
  expect(runs.map(({ changedInput }) => changedInput)).toEqual([
    undefined,
    expect.stringMatching(/^the hook “echo .*ls -l.*” \(p\.yml:5\)$/),
  ]);
  expect(updatedBy).toContain(runs[1]?.changedInput);
});

test('a handler that stands there twice keeps the place of the first', async () => {
  const change = (text: string) =>
    hook(`echo '${JSON.stringify({ hookSpecificOutput: { updatedInput: { text } } })}'`);
  const { updatedInput } = await ask([change('first'), change('second'), change('first')]);
  expect(updatedInput).toEqual({ text: 'second' });
});
