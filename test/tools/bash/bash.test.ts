import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ToolRefusal } from '../../../src/tool/refusal.ts';
import type { ToolUseContext } from '../../../src/tool/tool-use-context.ts';
import { bashTool } from '../../../src/tools/bash/bash.ts';
import type { BashInput } from '../../../src/tools/bash/bash-schema.ts';
import { freshContext } from './bash-context.ts';

const ignore = () => {};

async function run(command: string, context: ToolUseContext, more: Partial<BashInput> = {}) {
  const result = await bashTool.call({ command, ...more }, context, ignore);
  const block = bashTool.mapToolResultToToolResultBlockParam(result.data, context.toolUseId);
  return {
    ...result,
    text: String(block.content),
    isError: block.is_error ?? false,
    next: result.contextModifier?.(context) ?? context,
  };
}

function runs(pid: number): boolean {
  try {
    return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('output', () => {
  test('both streams come in one, in their order', async () => {
    const { text, isError } = await run(
      'echo 1; echo 2 >&2; echo 3; echo 4 >&2; /bin/sh -c "echo 5 >&2"; echo 6',
      freshContext(),
    );
    expect(text).toBe('1\n2\n3\n4\n5\n6');
    expect(isError).toBe(false);
  });

  test('nothing printed is said', async () => {
    expect((await run('true', freshContext())).text).toBe('(no output)');
  });

  test('line ends, terminal codes and binary bytes are made printable', async () => {
    const { text } = await run(
      String.raw`printf 'a\r\nb\033[31mred\033[0m\033]0;title\007\0\001\xff\n'`,
      freshContext(),
    );
    expect(text).toBe('a\nbred\u{fffd}\u{fffd}\u{fffd}');
  });

  test('characters survive the borders between chunks', async () => {
    const { data } = await run(
      `printf 'x'; for i in 1 2 3 4 5 6 7 8; do printf 'é€😀%.0s' {1..300}; done`,
      freshContext(),
    );
    expect(data.stdout).toBe(`x${'é€😀'.repeat(2400)}`);
  });

  test('output up to 30,000 characters is whole and leaves no file', async () => {
    const context = freshContext();
    const { data } = await run('head -c 30000 /dev/zero | tr "\\0" x', context);
    expect(data.stdout).toHaveLength(30_000);
    expect(data).not.toHaveProperty('persistedOutputPath');
    expect(existsSync(join(context.workspace.runDirectory, 'outputs'))).toBe(false);
  });

  test('longer output is shown in part and whole on disk', async () => {
    const context = freshContext();
    const { data, text } = await run('seq 1 10000', context);
    const path = join(context.workspace.runDirectory, 'outputs/toolu_01.txt');
    const whole = readFileSync(path, 'utf8');
    expect(whole.split('\n').slice(0, -1).map(Number)).toEqual(
      Array.from({ length: 10_000 }, (_, index) => index + 1),
    );
    expect(data).toMatchObject({ persistedOutputPath: path, persistedOutputSize: whole.length });
    expect(text.startsWith('1\n2\n3\n')).toBe(true);
    expect(text.endsWith('\n9999\n10000')).toBe(true);
    expect(text).toContain(`the whole output is in ${path}`);
  });

  test('20 MB stay out of memory, on disk they are whole', async () => {
    const context = freshContext();
    const before = process.memoryUsage.rss();
    let peak = before;
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 5);
    const { data, text } = await run(
      'yes "a line of output that is repeated" | head -c 20000000',
      context,
    );
    clearInterval(timer);
    const file = readFileSync(data.persistedOutputPath ?? '');
    expect(file).toHaveLength(20_000_000);
    expect(data.persistedOutputSize).toBe(20_000_000);
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(16_384);
    expect(peak - before).toBeLessThan(60_000_000);
  });

  test('a link laid where the file will be is not followed', async () => {
    const context = freshContext();
    const outputs = join(context.workspace.runDirectory, 'outputs');
    const victim = join(context.workspace.root, 'victim');
    mkdirSync(outputs);
    writeFileSync(victim, 'kept');
    symlinkSync(victim, join(outputs, 'toolu_01.txt'));
    const { data } = await run('seq 1 10000', context);
    expect(readFileSync(victim, 'utf8')).toBe('kept');
    expect(data.persistedOutputPath).toBe(join(outputs, 'toolu_01-2.txt'));
  });

  test('a disk that refuses is told, and the command still has its result', async () => {
    const context = freshContext();
    writeFileSync(join(context.workspace.runDirectory, 'outputs'), 'in the way');
    const { text, data } = await run('seq 1 100000', context);
    expect(data.exitCode).toBe(0);
    expect(text).toContain('could not be written to disk');
    expect(text).not.toContain('the whole output is in');
  });
});

describe('exit codes', () => {
  test('a failure starts with its code', async () => {
    const { text, isError } = await run('echo before; exit 7', freshContext());
    expect(text).toBe('Exit code 7\nbefore');
    expect(isError).toBe(true);
  });

  test('signals are named', async () => {
    const direct = await run('kill -KILL $$', freshContext());
    expect(direct.text).toContain('Exit code 137\nEnded by SIGKILL.');
    const inner = await run("/bin/sh -c 'kill -SEGV $$'", freshContext());
    expect(inner.text).toContain('Exit code 139\nEnded by SIGSEGV.');
  });

  test.each([
    ['grep nothing /dev/null', 'No matches found'],
    ['echo a | grep b', 'No matches found'],
    ['diff /dev/null /etc/passwd >/dev/null', 'The files differ'],
    ['test -f nowhere', 'The condition is false'],
    ['cd . && [ 1 = 2 ]', 'The condition is false'],
  ])('`%s`: 1 is an answer', async (command, meaning) => {
    const { text, isError, data } = await run(command, freshContext());
    expect(isError).toBe(false);
    expect(data.returnCodeInterpretation).toBe(meaning);
    expect(text).toContain(meaning);
  });

  test('2 of grep is a failure, as is 1 of another program', async () => {
    expect((await run('grep x nowhere', freshContext())).isError).toBe(true);
    expect((await run('grep x /dev/null; false', freshContext())).isError).toBe(true);
  });

  test('a syntax error shows the command, not what is around it', async () => {
    const { text, isError } = await run('if then', freshContext());
    expect(isError).toBe(true);
    expect(text).toContain('syntax error');
    expect(text).not.toMatch(/trap|98/);
  });
});

describe('directory', () => {
  test('stays for the next call inside the workspace, also when the shell exits', async () => {
    const context = freshContext();
    const root = context.workspace.root;
    const moved = await run('mkdir -p a/b && cd a/b; exit 3', context);
    expect(moved.next.cwd).toBe(join(root, 'a/b'));
    expect((await run('pwd; echo $PWD', moved.next)).text).toBe(`${root}/a/b\n${root}/a/b`);
    expect((await run('(cd ..)', moved.next)).next.cwd).toBe(join(root, 'a/b'));
  });

  test.each(['cd /', 'cd ..', 'cd out', 'mkdir x; cd x; rmdir "$PWD"'])(
    '`%s` is taken back, and said',
    async (command) => {
      const context = freshContext();
      symlinkSync('/tmp', join(context.workspace.root, 'out'));
      const { text, next } = await run(command, context);
      expect(text).toContain(`Shell cwd was reset to ${context.workspace.directory}`);
      expect(next.cwd).toBe(context.workspace.directory);
    },
  );

  test('a directory that is gone by the next call gives way to the working directory', async () => {
    const context = freshContext();
    mkdirSync(join(context.workspace.root, 'gone'));
    const { next } = await run('cd gone', context);
    rmSync(join(context.workspace.root, 'gone'), { recursive: true });
    const { text, next: after } = await run('pwd', next);
    expect(text).toBe(context.workspace.root);
    expect(after.cwd).toBe(context.workspace.root);
  });

  test('a script may use low descriptors and exit traps of its own', async () => {
    const context = freshContext();
    const { text } = await run(
      'exec 3>note; echo hello >&3; exec 3>&-; cat note; trap "echo bye" EXIT',
      context,
    );
    expect(text).toBe('hello\nbye');
    expect(readFileSync(join(context.workspace.root, 'note'), 'utf8')).toBe('hello\n');
  });
});

describe('environment and rights', () => {
  test('is the one given and PWD, with no input', async () => {
    const context = freshContext({ environment: { ONLY: 'this', PATH: '/usr/bin:/bin' } });
    const { text } = await run('/usr/bin/env -u _ -u SHLVL -u OLDPWD | sort; cat; true', context);
    expect(text.split('\n')).toEqual([
      'ONLY=this',
      'PATH=/usr/bin:/bin',
      `PWD=${context.workspace.root}`,
    ]);
  });

  test('no start-up file is read', async () => {
    const context = freshContext();
    const rc = join(context.workspace.root, '.bashrc');
    writeFileSync(rc, 'echo started');
    writeFileSync(join(context.workspace.root, '.bash_profile'), 'echo started');
    const environment = { ...context.environment, HOME: context.workspace.root };
    expect((await run('echo only', { ...context, environment })).text).toBe('only');
  });

  test.runIf(existsSync('/usr/bin/setpriv'))('no program gains rights', async () => {
    const { text } = await run('grep NoNewPrivs /proc/self/status', freshContext());
    expect(text).toMatch(/NoNewPrivs:\s+1/);
  });
});

describe('end of a call', () => {
  test('a time-out ends everything, keeps the output and says so', async () => {
    const { text, isError, data } = await run(
      'echo begun; sleep 90 & echo $!; sleep 91 | sleep 92',
      freshContext(),
      { timeout: 300 },
    );
    expect(isError).toBe(true);
    expect(data).toMatchObject({ interrupted: true, timedOutAfterMs: 300, exitCode: 143 });
    expect(text).toMatch(/^Exit code 143\nTimed out after 300 ms/);
    expect(data.stdout).toMatch(/^begun\n\d+\n/);
    expect(runs(Number(data.stdout.split('\n')[1]))).toBe(false);
  });

  test('the limit of the run holds, and a longer wish is answered', async () => {
    const context = freshContext({ limits: { timeoutMs: 300 } });
    const { text } = await run('sleep 20', context, { timeout: 999_999 });
    expect(text).toContain('Timed out after 300 ms');
    expect(text).toContain('lowered to 300 ms');
  });

  test('an abort ends it half-way', async () => {
    const context = freshContext();
    const call = run('echo begun > mark; sleep 90', context);
    const mark = join(context.workspace.root, 'mark');
    const timer = setInterval(() => existsSync(mark) && context.abort.abort(), 5);
    const { text, data, isError } = await call;
    clearInterval(timer);
    expect(isError).toBe(true);
    expect(data.interrupted).toBe(true);
    expect(text).toContain('ended before it was done');
  });

  test('a background part that is cut off is told, one that came to its end is not', async () => {
    const cut = await run('(sleep 30; echo never) &', freshContext());
    expect(cut.text).toMatch(/^\(no output\)\nA part that still ran in the background was ended/);
    expect(cut.text).toContain('Run it without `&`');
    const half = await run('{ echo begun; sleep 30; } & sleep 0.2; echo done', freshContext());
    expect(half.text).toMatch(/^begun\ndone\nA part that still ran/);
    expect((await run('echo all & wait', freshContext())).text).toBe('all');
    const late = await run('sleep 30 & sleep 31', freshContext(), { timeout: 300 });
    expect(late.text).not.toContain('A part that still ran');
  });

  test('what leaves the group does not keep the call waiting', async () => {
    const { text, data } = await run('setsid sleep 30 & echo $!', freshContext());
    expect(data.interrupted).toBe(false);
    process.kill(Number(text));
  });

  test('progress tells time, bytes and lines', async () => {
    const seen: unknown[] = [];
    await bashTool.call({ command: 'printf "a\\nb\\n"; sleep 1.1' }, freshContext(), (progress) =>
      seen.push(progress),
    );
    expect(seen).toEqual([{ elapsedSeconds: 1, outputBytes: 4, lines: 2 }]);
  });
});

test('what is refused before it runs', async () => {
  const context = freshContext();
  for (const command of ['', '  \n', 'echo a\0b', `echo ${'x'.repeat(140_000)}`])
    await expect(bashTool.validateInput({ command }, context)).rejects.toThrow(ToolRefusal);
});
