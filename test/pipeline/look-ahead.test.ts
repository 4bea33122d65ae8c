import { expect, test } from 'vitest';
import { StreamingExecutor } from '../../src/pipeline/streaming-executor.ts';
import { NO_SUBJECT } from '../../src/tool/subject.ts';
import { echoTool, use, workbench } from './workbench.ts';

/** A tool that counts how often it is asked what a call touches, and one that runs alone before it. */
function bench() {
  const asked: string[] = [];
  const look = echoTool({
    name: 'Look',
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    subjectFields: ['text'],
    preparePermissionMatcher: ({ text }) => {
      asked.push(text);
      return { ...NO_SUBJECT, readOnly: true, effects: ['read'] };
    },
  });
  const { governance, context, ofType } = workbench([look, echoTool()]);
  const calls = new StreamingExecutor({
    governance,
    state: { context },
    assistantMessage: () => undefined,
    messages: [],
  });
  const preview = async (id: string, text: string) => {
    calls.preview({ id, name: 'Look' }, [{ key: 'text', value: text }]);
    await Promise.resolve();
  };
  return { calls, asked, preview, ofType };
}

test('what was told while the call streamed is not asked again', async () => {
  const { calls, asked, preview, ofType } = bench();
  await preview('a', 'x');
  expect(asked).toEqual(['x']);
  calls.add(use('Look', { text: 'x' }, 'a'));
  await calls.finish();
  expect(asked).toEqual(['x']);
  expect(ofType('permission_decision')[0]?.decision.effects).toEqual(['read']);
});

test('another input in the end is asked about anew', async () => {
  const { calls, asked, preview } = bench();
  await preview('a', 'x');
  calls.add(use('Look', { text: 'y' }, 'a'));
  await calls.finish();
  expect(asked).toEqual(['x', 'y']);
});

test('after a call that may have changed something it is asked anew', async () => {
  const { calls, asked, preview } = bench();
  calls.add(use('Echo', { text: 'changes' }, 'a'));
  await preview('b', 'x');
  calls.add(use('Look', { text: 'x' }, 'b'));
  await calls.finish();
  expect(asked).toEqual(['x', 'x']);
});

test('a field that was not all there, and a tool that is unknown, tell nothing', async () => {
  const { calls, asked } = bench();
  calls.preview({ id: 'a', name: 'Look' }, [{ key: 'other', value: 1 }]);
  calls.preview({ id: 'b', name: 'Nothing' }, [{ key: 'text', value: 'x' }]);
  calls.add(use('Look', { text: 'z' }, 'a'));
  await calls.finish();
  expect(asked).toEqual(['z']);
});
