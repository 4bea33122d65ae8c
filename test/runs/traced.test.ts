import { expect, onTestFinished, test } from 'vitest';
import { type CollectorAnswer, startFakeCollector } from '../fakes/otlp-collector.ts';
import { createRepository } from '../fakes/repository.ts';
import { runAction } from '../fakes/runner.ts';

const TOKEN = 'c0llector-t0ken-7Qx9Zk2L';

const SCRIPT = JSON.stringify({
  version: 1,
  turns: [
    {
      text: 'I look around.',
      calls: [
        { tool: 'Read', input: { file_path: 'notes.txt' } },
        { tool: 'Bash', input: { command: 'env' } },
        { tool: 'Bash', input: { command: 'git push' } },
      ],
    },
    { text: 'Done.' },
  ],
});
const HOOK = `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse"}}'`;
const POLICY = JSON.stringify({
  version: 1,
  name: 'traced',
  extends: 'pr-fix',
  permissions: { allow: ['Bash(env)'] },
  hooks: { PreToolUse: [{ matcher: 'Read', hooks: [{ type: 'command', command: HOOK }] }] },
});

async function job(
  variables: (collector: string) => Record<string, string>,
  answers?: (index: number) => CollectorAnswer,
) {
  const collector = await startFakeCollector(answers);
  onTestFinished(() => collector.close());
  const { root } = createRepository({
    'script.json': SCRIPT,
    'policy.yml': POLICY,
    'notes.txt': 'the words of a file\n',
  });
  const result = await runAction({
    workspace: root,
    inputs: { prompt: 'Say hello.', policy: 'policy.yml', model: 'scripted:script.json' },
    variables: {
      OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${TOKEN}`,
      ...variables(collector.url),
    },
  });
  return { collector, result };
}

const traced = (url: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url });

function traceIdOf(transcript: readonly Record<string, unknown>[]): unknown {
  const [init] = transcript as [{ unattended: { trace_id?: string } }];
  return init.unattended.trace_id;
}

test('a run is seen by the collector, and tells its trace in transcript and summary', async () => {
  const { collector, result } = await job(traced);
  expect(result.exitCode).toBe(0);
  expect(collector.violations).toEqual([]);
  const count = (name: string) => collector.spans.filter((span) => span.name === name).length;
  expect(
    [
      'invoke_agent unattended',
      'turn 1',
      'turn 2',
      'execute_tool Read',
      'execute_tool Bash',
      'hook PreToolUse',
      'permission_decision',
    ].map((name) => `${count(name)} ${name}`),
  ).toEqual([
    '1 invoke_agent unattended',
    '1 turn 1',
    '1 turn 2',
    '1 execute_tool Read',
    '2 execute_tool Bash',
    '1 hook PreToolUse',
    '3 permission_decision',
  ]);
  const byName = (name: string) => collector.spans.find((span) => span.name === name);
  expect(byName('hook PreToolUse')?.parentSpanId).toBe(byName('execute_tool Read')?.spanId);
  expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(
    new Set([traceIdOf(result.transcript)]),
  );
  expect(result.summary).toContain(`trace \`${traceIdOf(result.transcript)}\``);
  expect(collector.metrics.map(({ name }) => name)).toContain('gen_ai.client.token.usage');
});

test('the collector sees no content, the children and the reports nothing of its key', async () => {
  const { collector, result } = await job(traced);
  const sent = collector.requests.map(({ text }) => text).join();
  for (const content of [
    'Say hello',
    'I look around',
    'the words of a file',
    'notes.txt',
    'git push"',
  ]) {
    expect(sent).not.toContain(content);
  }
  expect(collector.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  const told = JSON.stringify(result.transcript) + result.stdout + result.summary;
  expect(told).toContain('PATH=');
  expect(told).not.toContain('OTEL_EXPORTER');
  expect(told + sent).not.toContain(TOKEN);
});

test('a collector that hangs is one warning, and the run ends as it would have', async () => {
  const { collector, result } = await job(traced, () => 'hang');
  expect(collector.requests.length).toBeGreaterThan(0);
  expect(result.exitCode).toBe(0);
  expect(result.outputs).toMatchObject({ conclusion: 'success', stop_reason: 'completed' });
  expect(result.stdout.match(/could not all be sent/g)).toHaveLength(1);
});

test('another protocol is one warning on record, and nothing is sent', async () => {
  const { collector, result } = await job((url) => ({
    ...traced(url),
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
  }));
  expect(collector.requests).toEqual([]);
  expect(result.exitCode).toBe(0);
  expect(traceIdOf(result.transcript)).toBeUndefined();
  expect(JSON.stringify(result.transcript).match(/only http\/json is spoken/g)).toHaveLength(1);
});

test.each<[string, (url: string) => Record<string, string>]>([
  ['without an address', () => ({ OTEL_SERVICE_NAME: 'bot' })],
  ['when it is off', (url) => ({ ...traced(url), OTEL_SDK_DISABLED: 'true' })],
])('nothing is traced %s', async (_when, variables) => {
  const { collector, result } = await job(variables);
  expect(collector.requests).toEqual([]);
  expect(traceIdOf(result.transcript)).toBeUndefined();
  expect(result.summary).not.toContain('trace `');
});

test('the post step ends the trace of a run that was killed', async () => {
  const collector = await startFakeCollector();
  onTestFinished(() => collector.close());
  const { root } = createRepository({
    'script.json': JSON.stringify({
      version: 1,
      turns: [{ calls: [{ tool: 'Bash', input: { command: 'node wait.js' } }] }],
    }),
    'wait.js': 'setInterval(() => {}, 1000);',
  });
  let pid = 0;
  const result = await runAction({
    workspace: root,
    inputs: {
      prompt: 'Wait.',
      policy: 'pr-fix',
      model: 'scripted:script.json',
      allowed_tools: 'Bash(node wait.js)',
    },
    variables: traced(collector.url),
    onStart: (child) => {
      pid ||= child.pid;
    },
    onOutput: (text) => {
      if (text.includes('node wait.js')) process.kill(pid, 'SIGKILL');
    },
  });
  expect(result.exitCode).toBeNull();
  const after = await result.post();
  expect(collector.violations).toEqual([]);
  expect(collector.spans.at(-1)).toMatchObject({
    name: 'invoke_agent unattended',
    traceId: traceIdOf(after.transcript),
    status: { code: 2, message: 'cancelled' },
    attributes: { 'unattended.stop_reason': 'cancelled' },
  });
  expect(after.summary).toContain(`trace \`${traceIdOf(after.transcript)}\``);
});

test('a run that could not begin is a span with its error', async () => {
  const { collector } = await job((url) => ({ ...traced(url), INPUT_MODEL: 'scripted:none.json' }));
  expect(collector.violations).toEqual([]);
  expect(collector.spans).toMatchObject([
    { name: 'invoke_agent unattended', status: { code: 2, message: 'config_error' } },
  ]);
});
