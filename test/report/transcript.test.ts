import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';
import type { Outcome, Verdict } from '../../src/events/outcome.ts';
import type { RunEvent } from '../../src/events/run-event.ts';
import { finaliseFromJournal } from '../../src/report/finalise-from-journal.ts';
import { createTranscript } from '../../src/report/transcript.ts';
import { schemaFaults } from '../fakes/transcript-schema.ts';
import { INFO, OUTCOME, SAMPLE, SECRET, T0, VERDICT } from './sample-run.ts';

type Fields = Record<string, unknown>;

const top = mkdtempSync(join(tmpdir(), 'unattended-transcript-'));
afterAll(() => rmSync(top, { recursive: true, force: true }));
let folder = top;
beforeEach(() => {
  folder = mkdtempSync(join(top, 'run-'));
});

const redactor = createRedactor([SECRET]);
const NOW = T0 + 60_000;

function record(events: readonly RunEvent[]) {
  const transcript = createTranscript(folder, redactor, INFO.sessionId);
  for (const event of events) transcript.emit(event);
  return transcript;
}

function messages(path: string): Fields[] {
  const list = JSON.parse(readFileSync(path, 'utf8')) as Fields[];
  expect(schemaFaults(list)).toEqual([]);
  return list;
}

const kind = ({ type, subtype }: Fields) => (subtype === undefined ? type : `${type}/${subtype}`);

describe('a run that ends well', () => {
  test('is told message by message, each in the file when emit returns, then as one array', () => {
    const transcript = createTranscript(folder, redactor, INFO.sessionId);
    let lines = 0;
    for (const event of SAMPLE) {
      transcript.emit(event);
      const text = readFileSync(transcript.journalPath, 'utf8');
      expect(text.endsWith('\n')).toBe(true);
      lines = text.trimEnd().split('\n').length;
    }
    const list = messages(transcript.finalise());
    expect(list).toHaveLength(lines);
    expect(list.map(kind)).toMatchInlineSnapshot(`
      [
        "system/init",
        "user",
        "assistant",
        "system/permission_decision",
        "user",
        "system/api_retry",
        "assistant",
        "system/permission_decision",
        "system/permission_decision",
        "user",
        "assistant",
        "system/permission_decision",
        "user",
        "assistant",
        "system/permission_decision",
        "user",
        "assistant",
        "system/informational",
        "result/success",
      ]
    `);
    expect(readdirSync(folder).sort()).toEqual(['transcript.json', 'transcript.jsonl']);
    expect(statSync(transcript.path).mode & 0o777).toBe(0o600);
  });

  test('begins with what the run is and ends with what came of it', () => {
    const list = messages(record(SAMPLE).finalise());
    expect(list[0]).toMatchObject({
      schema_version: 1,
      unattended_version: '0.1.0',
      session_id: INFO.sessionId,
      permissionMode: 'dontAsk',
      policy: { name: 'pr-fix', sources: INFO.policy.sources },
      timestamp: '2026-11-30T12:00:00.000Z',
    });
    expect(list.at(-1)).toMatchObject({
      subtype: 'success',
      is_error: false,
      stop_reason: 'completed',
      num_turns: 5,
      permission_denials: [
        {
          tool_name: 'Bash',
          tool_use_id: 'toolu_5',
          tool_input: { command: 'git push origin HEAD' },
        },
      ],
      modelUsage: { 'claude-sonnet-5-5': { inputTokens: 6_000, costUSD: 0.0312 } },
      unattended: {
        conclusion: 'success',
        api_stop_reason: 'end_turn',
        changed_files: [{ path: 'src/sum.js' }, { path: 'test/sum.test.js' }],
      },
    });
  });

  test('records every decision with its rule and its place', () => {
    const decisions = messages(record(SAMPLE).finalise()).filter(
      (message) => message['subtype'] === 'permission_decision',
    );
    expect(decisions).toHaveLength(5);
    expect(decisions.at(-1)).toMatchObject({
      tool_use_id: 'toolu_5',
      behavior: 'deny',
      asked: false,
      decided_by: {
        step: 'deny_rule',
        rule: 'Bash(git push *)',
        file: 'policies/read-only.yml',
        line: 14,
      },
      suggestion: 'permissions:\n  allow: ["Bash(git push *)"]',
      effects: ['network'],
    });
  });

  test('gives the output of one result as it is, of several by their calls', () => {
    const results = messages(record(SAMPLE).finalise()).flatMap((message) =>
      'tool_use_result' in message ? [message['tool_use_result']] : [],
    );
    expect(results.slice(0, 2)).toEqual([
      { type: 'text', lines: 1 },
      { toolu_2: { type: 'todos' }, toolu_3: { type: 'exit', code: 1 } },
    ]);
  });

  test('holds no secret, wherever it stood', () => {
    const outcome: Outcome = {
      ...OUTCOME,
      structuredOutput: { [SECRET.value]: `is ${SECRET.value}` },
    };
    const events = SAMPLE.map((event) =>
      event.type === 'run_finished' ? { ...event, outcome } : event,
    );
    const path = record(events).finalise();
    expect(readFileSync(path, 'utf8')).not.toContain(SECRET.value);
    expect(messages(path).at(-1)?.['structured_output']).toEqual({
      '[redacted DEPLOY_TOKEN]': 'is [redacted DEPLOY_TOKEN]',
    });
  });
});

describe('results', () => {
  test.each([
    ['max_turns', 'error_max_turns', true],
    ['max_budget', 'error_max_budget_usd', true],
    ['api_error', 'error_during_execution', true],
    ['denied', 'error_during_execution', true],
    ['no_changes', 'success', false],
    ['skipped', 'success', false],
  ] as const)('%s is told as %s', (stopReason, subtype, isError) => {
    const verdict: Verdict = {
      ...VERDICT,
      stopReason,
      conclusion: isError ? 'failure' : 'neutral',
    };
    const end: RunEvent = { type: 'run_finished', at: T0, outcome: OUTCOME, verdict };
    const [result] = messages(record([end]).finalise());
    expect(result).toMatchObject({ subtype, is_error: isError, stop_reason: stopReason });
    expect(result?.['errors']).toEqual(isError ? [verdict.headline] : undefined);
  });
});

describe('a run that was killed', () => {
  test('at any byte is finished by the post step: valid, and with a result that says so', () => {
    const whole = readFileSync(record(SAMPLE.slice(0, -1)).journalPath);
    const complete = (size: number) => whole.subarray(0, size).filter((byte) => byte === 10).length;
    const cuts = fc.oneof(
      fc.nat(whole.length),
      fc.constantFrom(
        ...[...whole.entries()].flatMap(([at, byte]) => (byte === 10 ? [at, at + 1] : [])),
      ),
    );
    void fc.assert(
      fc.property(cuts, (size) => {
        folder = mkdtempSync(join(top, 'run-'));
        writeFileSync(join(folder, 'transcript.jsonl'), whole.subarray(0, size));
        const done = finaliseFromJournal(folder, { redactor, now: NOW });
        const list = messages(join(folder, 'transcript.json'));
        expect(list).toHaveLength(complete(size) + 1);
        expect(list.at(-1)).toMatchObject({
          type: 'result',
          stop_reason: 'cancelled',
          is_error: true,
        });
        expect(done?.state.verdict?.stopReason).toBe('cancelled');
        const lines = readFileSync(join(folder, 'transcript.jsonl'), 'utf8').trimEnd().split('\n');
        expect(lines.map((line) => JSON.parse(line))).toEqual(list);
      }),
      { numRuns: 100 },
    );
  });

  test('leaves what comment and summary need: to-dos, denials, turns, tokens', () => {
    record(SAMPLE.slice(0, -4));
    const done = finaliseFromJournal(folder, {
      redactor,
      now: NOW,
      costOf: (_model, use) => use.inputTokens / 1_000_000,
    });
    expect(done).toMatchObject({
      wasFinished: false,
      state: {
        turns: 4,
        info: { model: INFO.model, runUrl: INFO.runUrl, policy: { name: 'pr-fix' } },
        todos: [{ status: 'in_progress' }, { status: 'pending' }],
        denials: [{ toolUseId: 'toolu_5', rule: 'Bash(git push *)', line: 14 }],
        calls: { done: 4, failed: 0 },
        outcome: {
          numTurns: 4,
          durationMs: 60_000,
          costUsd: 0.0048,
          costIsEstimate: true,
          usage: { input_tokens: 4_800, output_tokens: 320 },
        },
      },
    });
  });

  test('while calls ran shows those too, how long the run took, and what it had changed', () => {
    const upTo = SAMPLE.findIndex(({ type, at }) => type === 'tool_results' && at > T0 + 9_000);
    record(SAMPLE.slice(0, upTo));
    const changedFiles = [
      { path: 'src/sum.js', status: 'modified', added: 1, removed: 1 },
    ] as const;
    const done = finaliseFromJournal(folder, { redactor, now: NOW, changedFiles });
    expect(
      done?.state.timeline.entries.map(({ label, start, end }) => [label, start - T0, end - T0]),
    ).toEqual([
      ['model, turn 1', 100, 2_000],
      ['Read test/sum.test.js', 2_001, 2_010],
      ['model, turn 2', 3_100, 5_000],
      ['TodoWrite (no result)', 5_001, 60_000],
      ['Bash npm test (no result)', 5_003, 60_000],
    ]);
    expect(done?.state.calls).toEqual({ done: 3, failed: 0 });
    expect(done?.state.outcome).toMatchObject({ durationMs: 60_000, changedFiles });
    expect(messages(join(folder, 'transcript.json')).at(-1)).toMatchObject({
      unattended: { changed_files: changedFiles },
    });
  });

  test('before its first message says that it did not begin', () => {
    writeFileSync(join(folder, 'transcript.jsonl'), '');
    finaliseFromJournal(folder, { redactor, now: NOW, runUrl: INFO.runUrl });
    expect(messages(join(folder, 'transcript.json'))).toMatchObject([
      {
        session_id: basename(folder),
        stop_reason: 'cancelled',
        errors: ['The run was stopped from outside before it could begin.'],
      },
    ]);
  });

  test('takes the verdict that the caller reaches', () => {
    record(SAMPLE.slice(0, 6));
    const verdict: Verdict = {
      conclusion: 'neutral',
      stopReason: 'cancelled',
      headline: 'Off',
      exitCode: 0,
    };
    finaliseFromJournal(folder, { redactor, now: NOW, verdictOf: () => verdict });
    expect(messages(join(folder, 'transcript.json')).at(-1)).toMatchObject({
      unattended: { conclusion: 'neutral', headline: 'Off' },
    });
  });

  test('between its result and the final file keeps its own result, however often it is finished', () => {
    record(SAMPLE);
    for (let time = 0; time < 2; time++) {
      const done = finaliseFromJournal(folder, { redactor, now: NOW });
      expect(done).toMatchObject({
        wasFinished: true,
        state: { verdict: VERDICT, outcome: OUTCOME },
      });
    }
    const results = messages(join(folder, 'transcript.json')).filter(
      ({ type }) => type === 'result',
    );
    expect(results).toHaveLength(1);
  });

  test('before it began has nothing to finish', () => {
    expect(finaliseFromJournal(folder, { redactor, now: NOW })).toBeUndefined();
  });

  test('keeps the lines that are whole when one among them is broken', () => {
    const { journalPath } = record(SAMPLE.slice(0, 5));
    const lines = readFileSync(journalPath, 'utf8').split('\n');
    lines.splice(1, 0, '{"type": "user", "mess');
    writeFileSync(journalPath, lines.join('\n'));
    finaliseFromJournal(folder, { redactor, now: NOW });
    expect(messages(join(folder, 'transcript.json'))).toHaveLength(4);
  });
});

test('a journal that can no longer be written is a problem to tell, not the end of the run', () => {
  const transcript = createTranscript(folder, redactor, INFO.sessionId);
  transcript.emit({ type: 'notice', at: Number.NaN, level: 'notice', text: 'no such time' });
  expect(transcript.problem?.message).toMatch(/time/i);
  transcript.emit({ type: 'notice', at: T0, level: 'notice', text: 'after it' });
  expect(messages(transcript.finalise())).toMatchObject([{ content: 'after it' }]);
});
