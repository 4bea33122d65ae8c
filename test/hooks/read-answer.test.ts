import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EndedHook } from '../../src/hooks/answer/hook-answer.ts';
import { readAnswer } from '../../src/hooks/answer/read-answer.ts';
import type { CommandHook } from '../../src/policy/hooks/hook-config.ts';

const HOOK: CommandHook = {
  type: 'command',
  command: 'guard',
  timeout: 5,
  onFailure: 'block',
};

function answer(ended: Partial<EndedHook>, hook: Partial<CommandHook> = {}) {
  return readAnswer({ ...HOOK, ...hook }, 'PreToolUse', {
    exitCode: 0,
    stdout: '',
    stderr: '',
    problem: undefined,
    durationMs: 1,
    ...ended,
  });
}

const json = (value: unknown) => JSON.stringify(value);
const says = (permissionDecision: string, more: object = {}) =>
  json({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, ...more } });

describe('a hook that says nothing', () => {
  test.each([
    ['nothing', ''],
    ['a log line', 'checked 3 files\n'],
    ['an empty object', '{}'],
    ['a list that is no JSON', '[info] checked'],
    ['an empty object for the event', json({ hookSpecificOutput: {} })],
    ['a key to come beside known ones', json({ continue: true, sparkle: 1 })],
    ['an object with other keys', json({ suppressOutput: true, systemMessage: 'hi' })],
    [
      'null where a text could be',
      json({ reason: null, hookSpecificOutput: { additionalContext: null } }),
    ],
  ])('%s leaves the call to the rules', (_name, stdout) => {
    expect(answer({ stdout })).toMatchObject({ decision: 'none', failure: undefined });
  });
});

describe('a decision', () => {
  test.each(['allow', 'ask', 'deny'] as const)('%s', (decision) => {
    const stdout = says(decision, { permissionDecisionReason: 'why' });
    expect(answer({ stdout })).toMatchObject({ decision, reason: 'why' });
  });

  test('defer stays apart from deny, which beats it', () => {
    expect(answer({ stdout: says('defer') }).decision).toBe('defer');
  });

  test.each([
    ['block', 'deny'],
    ['approve', 'allow'],
  ])('the old form %s is %s', (decision, meant) => {
    expect(answer({ stdout: json({ decision, reason: 'old' }) })).toMatchObject({
      decision: meant,
      reason: 'old',
    });
  });

  test('of an old and a new decision the stricter one counts, with its reason', () => {
    const stdout = json({
      decision: 'block',
      reason: 'old no',
      hookSpecificOutput: { permissionDecision: 'allow', permissionDecisionReason: 'new yes' },
    });
    expect(answer({ stdout })).toMatchObject({ decision: 'deny', reason: 'old no' });
  });

  test.each([0, 1, 7, 127, 255])('is read on exit code %i', (exitCode) => {
    expect(answer({ exitCode, stdout: says('deny') }).decision).toBe('deny');
    expect(answer({ exitCode, stdout: says('allow') }).decision).toBe('allow');
  });

  test('a “no” that is understood stays one beside a key that is not', () => {
    const hook = { onFailure: 'continue' } as const;
    expect(answer({ stdout: says('deny', { sparkle: 1 }) }, hook).decision).toBe('deny');
  });

  test('a “no” counts even when the hook then crashes', () => {
    const crash = { exitCode: undefined, problem: 'it was ended by SIGSEGV' };
    const hook = { onFailure: 'continue' } as const;
    const no = says('deny', { permissionDecisionReason: 'no' });
    expect(answer({ ...crash, stdout: no }, hook)).toMatchObject({
      decision: 'deny',
      reason: 'no',
    });
    expect(answer({ ...crash, stdout: says('allow') }).decision).toBe('deny');
  });
});

describe('exit code 2 (H4)', () => {
  test('blocks, and stderr is the reason', () => {
    expect(answer({ exitCode: 2, stderr: 'not on Fridays\n' })).toMatchObject({
      decision: 'deny',
      reason: 'not on Fridays',
      failure: undefined,
    });
  });

  test.each([
    ['an allow', says('allow')],
    ['an ask', says('ask')],
    ['broken JSON', '{"a":'],
    ['nothing', ''],
  ])('blocks beside %s, also with onFailure: continue', (_name, stdout) => {
    const ended = { exitCode: 2, stdout, stderr: 'no' };
    expect(answer(ended, { onFailure: 'continue' })).toMatchObject({
      decision: 'deny',
      reason: 'no',
    });
  });

  test('beside a deny the reason is the one in the JSON', () => {
    const stdout = says('deny', { permissionDecisionReason: 'json reason' });
    expect(answer({ exitCode: 2, stdout, stderr: 'err' }).reason).toBe('json reason');
  });
});

const FAILURES: [string, Partial<EndedHook>, RegExp][] = [
  [
    'a crash without JSON',
    { exitCode: 1, stderr: 'Traceback\nmore' },
    /exit code 1 .*\(Traceback\)/,
  ],
  ['a missing script', { exitCode: 127 }, /not found/],
  [
    'a slip beside a known key',
    { stdout: json({ continue: true, hookSpecificOuput: { permissionDecision: 'deny' } }) },
    /looks like a slip: "hookSpecificOuput" \(did you mean "hookSpecificOutput"\?\)/,
  ],
  ['a time-out', { exitCode: undefined, problem: 'it did not end within 5 s' }, /within 5 s/],
  ['broken JSON', { stdout: '{"decision": "block"' }, /not valid JSON/],
  ['two objects', { stdout: '{}\n{}' }, /not valid JSON/],
  ['text before the answer', { stdout: `checking\n${says('deny')}` }, /other text before/],
  ['an unknown decision (H5)', { stdout: says('block') }, /permissionDecision.*"allow", "deny"/],
  ['an unknown old decision', { stdout: json({ decision: 'deny' }) }, /"approve" or "block"/],
  [
    'a decision that is no text',
    { stdout: json({ hookSpecificOutput: { permissionDecision: null } }) },
    /permissionDecision/,
  ],
  [
    'a decision in the wrong place',
    { stdout: json({ permissionDecision: 'deny' }) },
    /hookSpecificOutput\.permissionDecision/,
  ],
  [
    'a decision of another event',
    { stdout: json({ hookSpecificOutput: { decision: { behavior: 'deny' } } }) },
    /use permissionDecision/,
  ],
  [
    'an answer to another event',
    { stdout: json({ hookSpecificOutput: { hookEventName: 'Stop' } }) },
    /PreToolUse/,
  ],
  ['a string', { stdout: '"deny"' }, /a JSON string/],
  ['a list', { stdout: '["deny"]' }, /a JSON list/],
  ['a list of answers', { stdout: `[${says('deny')}]` }, /its JSON answer/],
  [
    'an object with no known key',
    { stdout: json({ hookSpecificOuput: { permissionDecision: 'deny' } }) },
    /no key that is known: "hookSpecificOuput" \(did you mean "hookSpecificOutput"\?\)/,
  ],
  ['an object of another kind', { stdout: json({ ok: false }) }, /"ok" \(the keys are continue, /],
  [
    'a typing error in the deciding key',
    { stdout: json({ hookSpecificOutput: { permissionDecison: 'deny' } }) },
    /"permissionDecison" \(did you mean "permissionDecision"\?\)/,
  ],
  [
    'a key of another event',
    { stdout: json({ hookSpecificOutput: { permissionDecision: 'allow', retry: true } }) },
    /PreToolUse does not know: "retry"/,
  ],
  ['a promise to answer later', { stdout: json({ async: true }) }, /at once/],
  ['continue that is no boolean', { stdout: json({ continue: 'false' }) }, /continue/],
  [
    'a changed input that is no object',
    { stdout: says('allow', { updatedInput: ['x'] }) },
    /updatedInput/,
  ],
];

describe('a hook that fails', () => {
  test.each(FAILURES)('%s blocks the call', (_name, ended, words) => {
    const said = answer(ended);
    expect(said.decision).toBe('deny');
    expect(said.reason).toMatch(words);
    expect(said.updatedInput).toBeUndefined();
  });

  test.each(FAILURES)('%s is passed over with onFailure: continue', (_name, ended) => {
    const said = answer(ended, { onFailure: 'continue' });
    expect(said).toMatchObject({ decision: 'none', updatedInput: undefined });
    expect(said.failure).toBeTruthy();
  });
});

test('continue: false ends the run and the call', () => {
  const stdout = json({ continue: false, stopReason: 'enough' });
  expect(answer({ stdout })).toMatchObject({ decision: 'deny', stop: 'enough' });
  expect(answer({ stdout: json({ continue: false }) }).stop).toBe('A hook ended the run.');
});

test('whatever a hook prints, it allows only by a well-formed allow', () => {
  const word = fc.constantFrom('allow', 'deny', 'block', 'approve', 'yes', '', null, true);
  const output = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ decision: word, permissionDecision: word }, { requiredKeys: [] }).map(json),
    fc.record({ hookSpecificOutput: fc.record({ permissionDecision: word }) }).map(json),
  );
  fc.assert(
    fc.property(output, fc.integer({ min: 0, max: 255 }), (stdout, exitCode) => {
      const { decision } = answer({ stdout, exitCode });
      const meant = stdout.includes('"allow"') || stdout.includes('"approve"');
      expect(decision === 'allow' && (!meant || exitCode === 2)).toBe(false);
      if (exitCode === 2) expect(decision).toBe('deny');
    }),
  );
});
