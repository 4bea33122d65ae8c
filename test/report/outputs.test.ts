import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';
import type { Outcome } from '../../src/events/outcome.ts';
import { formatDuration, formatLines, formatSize, formatUsd } from '../../src/report/format.ts';
import { runOutputs } from '../../src/report/outputs.ts';
import { INFO, OUTCOME, SECRET, VERDICT } from './sample-run.ts';

const outputsOf = (outcome: Partial<Outcome> = {}) =>
  runOutputs({
    outcome: { ...OUTCOME, ...outcome },
    verdict: VERDICT,
    executionFile: '/tmp/run/transcript.json',
    sessionId: INFO.sessionId,
    redactor: createRedactor([SECRET]),
  });

describe('the outputs', () => {
  test('of a run', () => {
    const { outputs, warnings } = outputsOf();
    expect(warnings).toEqual([]);
    expect(outputs).toMatchInlineSnapshot(`
      {
        "changed_files": "["src/sum.js","test/sum.test.js"]",
        "conclusion": "success",
        "execution_file": "/tmp/run/transcript.json",
        "num_turns": "5",
        "permission_denials": "[{"tool_name":"Bash","tool_use_id":"toolu_5","tool_input":{"command":"git push origin HEAD"},"reason":"Pushing is the job of the action: it delivers what you leave in the work tree.","step":"deny_rule","rule":"Bash(git push *)","file":"policies/read-only.yml","line":14}]",
        "result": "The test failed because \`sum\` started at 1. It starts at 0 now, and all 12 tests pass.",
        "session_id": "5b0c7f0e-2f38-4b62-9d6c-1f2f7a3f9d10",
        "stop_reason": "completed",
        "structured_output": "",
        "total_cost_usd": "0.031200",
      }
    `);
  });

  test('hold no secret and a structured answer as JSON', () => {
    const { outputs } = outputsOf({
      result: `a ${SECRET.value}`,
      structuredOutput: { list: [SECRET.value] },
    });
    expect(outputs.result).toBe('a [redacted DEPLOY_TOKEN]');
    expect(JSON.parse(outputs.structured_output)).toEqual({ list: ['[redacted DEPLOY_TOKEN]'] });
  });

  test('fit into what GitHub takes, stay JSON, and say what they left out', () => {
    const [denial] = OUTCOME.denials;
    const long = 'x'.repeat(300_000);
    const { outputs, warnings } = outputsOf({
      result: long,
      structuredOutput: { long },
      denials: denial
        ? Array.from({ length: 500 }, () => ({
            ...denial,
            toolInput: { content: long.slice(0, 3_000) },
          }))
        : [],
      changedFiles: Array.from({ length: 9_000 }, (_, n) => ({
        path: `src/some/folder/file-${n}.ts`,
        status: 'added',
        added: 1,
        removed: 0,
      })),
    });
    const units = Object.values(outputs).reduce((sum, value) => sum + value.length, 0);
    expect(units * 2).toBeLessThan(1_000_000);
    expect(JSON.parse(outputs.permission_denials).length).toBeGreaterThan(20);
    expect(JSON.parse(outputs.changed_files).length).toBeGreaterThan(1_000);
    expect(outputs.structured_output).toBe('');
    expect(warnings).toHaveLength(4);
  });
});

describe('figures', () => {
  test.each([
    [0.4, '0 ms'],
    [850, '850 ms'],
    [996, '1.0 s'],
    [3_249, '3.2 s'],
    [9_960, '10 s'],
    [59_400, '59 s'],
    [59_600, '1 min'],
    [72_000, '1 min 12 s'],
    [3_900_000, '1 h 5 min'],
    [Number.NaN, '0 ms'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  test('of money, size and lines', () => {
    expect([0, 0.00001, 0.0042, 0.0312, 12.5].map(formatUsd)).toEqual([
      '$0.00',
      '< $0.0001',
      '$0.0042',
      '$0.03',
      '$12.50',
    ]);
    expect([12, 1_234, 2_500_000].map(formatSize)).toEqual(['12 B', '1.2 KB', '2.5 MB']);
    expect([formatLines(3, 0), formatLines(undefined, undefined)]).toEqual(['+3 −0', '']);
  });
});
