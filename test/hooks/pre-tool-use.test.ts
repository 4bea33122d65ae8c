import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type HookAnswer, NO_ANSWER } from '../../src/hooks/answer/hook-answer.ts';
import { mergeAnswers } from '../../src/hooks/outcomes/pre-tool-use.ts';

const merge = (...answers: Partial<HookAnswer>[]) =>
  mergeAnswers(
    answers.map((answer, index) => ({
      hook: {
        type: 'command',
        command: `hook${index}`,
        timeout: 1,
        onFailure: 'block',
        source: index === 0 ? undefined : { file: 'p.yml', line: index },
      },
      answer: { ...NO_ANSWER, ...answer },
      run: {
        hookId: `${index}`,
        hookName: 'PreToolUse:Bash',
        hookEvent: 'PreToolUse',
        stdout: '',
        stderr: '',
        exitCode: 0,
        outcome: 'success',
        durationMs: 1,
      },
    })),
  );

test('deny beats defer beats ask beats allow, whatever the order', () => {
  const strictness = ['none', 'allow', 'ask', 'defer', 'deny'] as const;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...strictness), { minLength: 1 }), (decisions) => {
      const strictest = Math.max(...decisions.map((decision) => strictness.indexOf(decision)));
      const expected = strictest >= 3 ? 'deny' : strictness[strictest];
      expect(merge(...decisions.map((decision) => ({ decision }))).decision).toBe(expected);
    }),
  );
});

test('among equals the first in configuration order gives reason and name', () => {
  const merged = merge(
    { decision: 'allow', reason: 'a' },
    { decision: 'deny', reason: 'b' },
    { decision: 'deny', reason: 'c' },
  );
  expect(merged).toMatchObject({
    decision: 'deny',
    reason: 'b',
    hook: 'hook1',
    source: { line: 1 },
  });
});

test('changes merge key by key, the last configured wins (H8)', () => {
  const merged = merge(
    { updatedInput: { command: 'a', timeout: 1 } },
    { decision: 'allow' },
    { updatedInput: { command: 'b', description: 'c' } },
  );
  expect(merged.updatedInput).toEqual({ command: 'b', timeout: 1, description: 'c' });
  expect(merged.updatedBy).toBe('the hook “hook0” and the hook “hook2” (p.yml:2)');
  expect(merge({ decision: 'allow' }).updatedInput).toBeUndefined();
});

test('every context is kept, in order', () => {
  const { additionalContext } = merge(
    { additionalContext: 'one' },
    {},
    { additionalContext: 'two' },
  );
  expect(additionalContext).toEqual(['one', 'two']);
});

test('a hook that ends the run is named, beside one that denies', () => {
  const merged = merge({ decision: 'deny', reason: 'no' }, { decision: 'deny', stop: 'enough' });
  expect(merged).toMatchObject({ decision: 'deny', stop: 'enough', hook: 'hook1' });
});
