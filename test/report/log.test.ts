import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';
import type { RunEvent } from '../../src/events/run-event.ts';
import { createLog, type LogOptions } from '../../src/report/log.ts';
import { DENIED, decided, INFO, OUTCOME, SAMPLE, SECRET, T0, VERDICT } from './sample-run.ts';

function logOf(events: readonly RunEvent[], options: Partial<LogOptions> = {}): string {
  let text = '';
  const redactor = createRedactor([SECRET]);
  const log = createLog(
    (lines) => {
      text += lines;
    },
    { showFullOutput: false, redactor, github: true, ...options },
  );
  for (const event of events) log.emit(event);
  return text;
}

const finished = (text: string, isError = false): RunEvent => ({
  type: 'tool_finished',
  at: T0,
  toolUseId: 'toolu_1',
  toolName: 'Bash',
  summary: 'Bash make',
  rendered: [{ type: 'code', text }],
  isError,
  durationMs: 12,
  sizeChars: text.length,
  persistedPath: undefined,
});

test.each([
  [
    529,
    '529 (overloaded_error): Overloaded',
    undefined,
    'The API said 529 (overloaded_error: Overloaded): try 1 of 10 in 600 ms',
  ],
  [
    429,
    '429: Quota exceeded',
    undefined,
    'The API said 429 (Quota exceeded): try 1 of 10 in 600 ms',
  ],
  [
    undefined,
    'overloaded_error: Overloaded',
    undefined,
    'The request failed (overloaded_error: Overloaded): try 1 of 10 in 600 ms',
  ],
  [
    529,
    'The API answered 529 (overloaded_error): Overloaded (tried 3 times)',
    'haiku',
    'The API answered 529 (overloaded_error): Overloaded (tried 3 times). Going on with haiku.',
  ],
  [529, 'No room.', 'haiku', 'No room. Going on with haiku.'],
])('trouble with the API is one line: %s %s', (status, error, fallbackModel, line) => {
  const retry = {
    attempt: 1,
    maxRetries: 10,
    delayMs: 600,
    status,
    error,
    ...(fallbackModel && { fallbackModel }),
  };
  expect(logOf([{ type: 'api_retry', at: T0, retry }])).toBe(`↻ ${line}\n`);
});

describe('the log of a run', () => {
  test('on a runner', () => {
    expect(logOf(SAMPLE)).toMatchInlineSnapshot(`
      "● Unattended 0.1.0: pull_request, trusted
      ● model claude-sonnet-5-5, policy pr-fix (policies/pr-fix.yml ← policies/read-only.yml)
      ● configuration from base commit 1a2b3c4
      ● tools Bash, Edit, Glob, Grep, Read, TodoWrite, Write
      ● transcript /home/runner/work/_temp/unattended/5b0c7f0e/transcript.jsonl
      ❯ I look at the test first.
      ✔ Read test/sum.test.js · 3 ms · 38 B · allowed: read-only
      ↻ The API said 529 (overloaded_error): try 1 of 10 in 600 ms
      ☐ 0 of 2 to-dos done: Fixing the start value
      ✘ Bash npm test · 4.2 s · 142 B · allowed: rule Bash(npm test *), policies/pr-fix.yml:12
      │ … 12 lines before
      │ ok
      │ ok
      │ ok
      │ ok
      │ ok
      │ ok
      │ ok
      │ ok
      │ not ok 12 - adds
      │ ::error::forged
      │ using [redacted DEPLOY_TOKEN]
      │ Exit code 1
      ✔ Edit src/sum.js (+1 -1) · 6 ms · 31 B · allowed: rule Edit(src/**), policies/pr-fix.yml:9
      ⊘ Bash git push origin HEAD · denied: deny rule Bash(git push *), policies/read-only.yml:14
      │ Pushing is the job of the action: it delivers what you leave in the work tree.
      │ To allow it, put this into the policy:
      │ permissions:
      │   allow: ["Bash(git push *)"]
      ☐ 2 of 2 to-dos done
      ❯ The test failed because \`sum\` started at 1. It starts at 0 now, and all 12 tests pass.
      ::notice title=Unattended::The instructions of the head differ: AGENTS.md.
      ✔ Done in 5 turns, 1 call refused
      ● success, completed · 5 turns · 21 s · $0.03 · 2 files changed · 1 call denied
      │ modified src/sum.js
      │ added test/sum.test.js
      ::warning title=Unattended::Done in 5 turns, 1 call refused
      "
    `);
  });

  test('elsewhere has no workflow commands', () => {
    const text = logOf(SAMPLE, { github: false });
    expect(text).not.toMatch(/^\s*::/m);
    // The headline stands there already; only the runner shows annotations elsewhere.
    expect(text.match(/Done in 5 turns, 1 call refused/g)).toHaveLength(1);
  });

  test('groups whole outputs when they are asked for, redacted all the same', () => {
    const events = [finished(`one\ntwo ${SECRET.value}`)];
    expect(logOf(events, { showFullOutput: true })).toBe(
      '::group::✔ Bash make · 12 ms · 39 B\n│ one\n│ two [redacted DEPLOY_TOKEN]\n::endgroup::\n',
    );
    expect(logOf(events, { showFullOutput: true, github: false })).toBe(
      '✔ Bash make · 12 ms · 39 B\n│ one\n│ two [redacted DEPLOY_TOKEN]\n',
    );
    expect(logOf(events)).toBe('✔ Bash make · 12 ms · 39 B\n');
  });

  test('tells of a long call while it runs, but not at every progress', () => {
    const head = { toolUseId: 'toolu_1', toolName: 'Bash' };
    const events: RunEvent[] = [
      { type: 'tool_started', at: T0, ...head, summary: 'Bash make', rendered: [] },
      ...[1, 14, 16, 17, 29, 33].map(
        (second): RunEvent => ({
          type: 'tool_progress',
          at: T0 + second * 1_000,
          ...head,
          rendered: [],
        }),
      ),
    ];
    expect(logOf(events)).toBe('… Bash make: 16 s so far\n… Bash make: 33 s so far\n');
    const rendered = [{ type: 'line', text: `4 lines ${SECRET.value}` }] as const;
    const last: RunEvent = { type: 'tool_progress', at: T0 + 60_000, ...head, rendered };
    expect(logOf([...events, last])).toContain(
      '… Bash make: 1 min so far (4 lines [redacted DEPLOY_TOKEN])\n',
    );
  });

  test('shows what a call asked for where all of it is asked for, the same once', () => {
    const head = { toolUseId: 'toolu_1', toolName: 'Bash', at: T0, summary: 'Bash make' };
    const code = (text: string) => [{ type: 'code', text } as const];
    const started = (text: string): RunEvent => ({
      type: 'tool_started',
      ...head,
      rendered: code(text),
    });
    const log = (...events: RunEvent[]) => logOf(events, { showFullOutput: true, github: false });
    expect(log(started('make -s\nid'), finished('one'))).toBe(
      '✔ Bash make · 12 ms · 3 B\n│ make -s\n│ id\n│ one\n',
    );
    expect(log(started('one'), finished('one'))).toBe('✔ Bash make · 12 ms · 3 B\n│ one\n');
    expect(logOf([started('make -s'), finished('one')])).not.toContain('make -s');
  });

  test('shows a hook that failed and says when the guard over the environment is off', () => {
    const run = {
      hookId: 'h1',
      hookName: 'guard.sh',
      hookEvent: 'PreToolUse',
      stdout: '',
      stderr: '::error::no\n',
      exitCode: 1,
      outcome: 'error',
      durationMs: 40,
    } as const;
    expect(logOf([{ type: 'hook_response', at: T0, run }])).toBe(
      '⚑ hook guard.sh: exit 1, 40 ms\n│ ::error::no\n',
    );
    const changed = {
      ...run,
      outcome: 'success',
      changedInput: 'the hook “a\nb” (p.yml:5)',
    } as const;
    expect(logOf([{ type: 'hook_response', at: T0, run: changed }])).toMatch(
      /^⚑ the hook “a[^\n]*b” \(p\.yml:5\) changed the input \(guard\.sh\)\n$/,
    );
    const info = { ...INFO, cleanEnvironment: false };
    expect(logOf([{ type: 'run_started', at: T0, info }])).toContain(
      '! The guard over the environment is off',
    );
  });

  test('makes an error of a failed run and keeps within the ten annotations of a level', () => {
    const verdict = {
      ...VERDICT,
      conclusion: 'failure',
      headline: '100% broken\nby: this',
    } as const;
    const end: RunEvent = {
      type: 'run_finished',
      at: T0,
      outcome: { ...OUTCOME, denials: [] },
      verdict,
    };
    expect(logOf([end])).toContain('\n::error title=Unattended::100%25 broken%0Aby: this\n');
    const notices = Array.from(
      { length: 30 },
      (): RunEvent => ({ type: 'notice', at: T0, level: 'warning', text: 'again' }),
    );
    expect(logOf(notices).match(/^::warning/gm)).toHaveLength(9);
    expect(logOf(notices).match(/again/g)).toHaveLength(30);
  });
});

/** What a runner does with a line: `::` after blanks, and the older form anywhere in it. */
function commandsIn(text: string): string[] {
  return text.split(/\r\n|\r|\n/).filter((line) => /^\s*::/.test(line) || line.includes('##['));
}

describe('text of others', () => {
  const nasty = fc
    .array(
      fc.constantFrom(
        '::error::x',
        '::set-env name=A::b',
        '##[error]x',
        '##',
        '[',
        '#',
        '\n',
        '\r',
        '\r\n',
        ' ',
        '\t',
        '\v',
        '\f',
        '\u0085',
        '\u2028',
        '\u2029',
        '\u001b[2K',
        '\u001b[1G',
        '\u001b]0;t\u0007',
        '\u009b31m',
        '\u202e',
        '\u200b',
        '%0A::error::y',
        'a',
        '::stop-commands::t',
        '\u001b',
        '\u0000',
        '::endgroup::',
        ':',
        '\u{e0041}',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''));

  test('never becomes a command, moves the cursor, or hides', () => {
    void fc.assert(
      fc.property(nasty, fc.boolean(), fc.boolean(), (text, github, showFullOutput) => {
        const denied = {
          ...DENIED,
          reason: text,
          suggestion: text,
          decided_by: { step: 'hook', hook: text },
        } as const;
        const events: RunEvent[] = [
          { type: 'words', at: T0, text },
          { ...finished(text, true), summary: text } as RunEvent,
          finished(text),
          decided(0, 't', text, {}, text, denied),
          { type: 'notice', at: T0, level: 'error', text },
          {
            type: 'todos',
            at: T0,
            todos: [{ content: text, status: 'in_progress', activeForm: text }],
          },
          {
            type: 'run_finished',
            at: T0,
            outcome: {
              ...OUTCOME,
              changedFiles: [{ path: text, status: 'added', added: 1, removed: 0 }],
            },
            verdict: { ...VERDICT, headline: text },
          },
        ];
        const log = logOf(events, { github, showFullOutput });
        const ours = /^::(?:(?:error|warning) title=Unattended|group|endgroup)::/;
        const commands = commandsIn(log);
        expect(commands.filter((line) => !ours.test(line))).toEqual([]);
        expect(github ? [] : commands).toEqual([]);
        // The end of a group is ours alone, one for each beginning.
        const starting = (name: string) =>
          commands.filter((line) => line.startsWith(`::${name}::`));
        expect(starting('endgroup')).toHaveLength(starting('group').length);
        expect(log).not.toMatch(
          /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028\u2029\u202e]/u,
        );
      }),
      { numRuns: 300 },
    );
  });
});
