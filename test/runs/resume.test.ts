import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/repository.ts';
import { schemaFaults } from '../fakes/transcript-schema.ts';
import { call, changed, FIRST, restored, resumeStage, say } from './resume-job.ts';

/** What the result of a run says that it used, and all with those before it. */
function sharesOf(transcript: readonly Record<string, unknown>[]) {
  const { num_turns, total_cost_usd, unattended } = transcript.at(-1) ?? {};
  const { this_run } = unattended as { this_run: Record<string, unknown> };
  return {
    own: { turns: Number(this_run['num_turns']), usd: Number(this_run['total_cost_usd']) },
    all: { turns: Number(num_turns), usd: Number(total_cost_usd) },
  };
}

test('goes on from a recorded run: history, differences, to-do list, money, comment; and can be gone on from again', async () => {
  const { repository, github, run } = await resumeStage();
  const first = await run(FIRST, { prompt: 'Mend the sum.' });
  expect(first.result.outputs).toMatchObject({ stop_reason: 'completed', num_turns: '3' });
  expect(first.api.violations).toEqual([]);

  repository.write('notes.txt', 'one\n2\nthree\n');
  const second = restored(first.result.outputs['execution_file'] ?? '');
  const { result, api } = await run(
    [{ content: [call('Read', { file_path: 'notes.txt' })] }, { content: [say('Done again.')] }],
    { prompt: 'Now the notes.', resume: second.folder },
    { RUNNER_TEMP: second.RUNNER_TEMP },
  );
  expect(api.violations).toEqual([]);
  expect(result.outputs).toMatchObject({ stop_reason: 'completed', num_turns: '5' });
  expect(Number(result.outputs['total_cost_usd'])).toBeGreaterThan(
    Number(first.result.outputs['total_cost_usd']),
  );
  expect(result.outputs['session_id']).not.toBe(first.result.outputs['session_id']);

  const asked = api.requests[0]?.body.messages ?? [];
  const words = JSON.stringify(asked);
  expect(words).toContain('Mend the sum.');
  expect(words).toContain('I mended it.');
  expect(words).not.toContain('"thinking"');
  const note = JSON.stringify(asked.at(-1));
  expect(note).toContain('notes.txt differs from line 2 on');
  expect(note).not.toContain('kept.txt');
  expect(note).not.toContain('sum.js');
  expect(note).toContain('[>] mend');
  expect(note).toContain('Now the notes.');

  // The comment is the first run's, brought up to date.
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain('Done again.');
  const { own, all } = sharesOf(result.transcript);
  expect([own.turns, all.turns]).toEqual([2, 5]);
  expect(all.usd - own.usd).toBeCloseTo(Number(first.result.outputs['total_cost_usd']), 5);
  for (const text of [github.comments[0]?.body ?? '', result.summary]) {
    expect(text).toContain('Done in 2 turns');
    expect(text).toMatch(/<sub>2 turns · .* · 5 turns and \$0\.\d+ with the runs before it/);
  }
  expect(result.summary).toMatch(/\| the runs before it \| 3 \| \$0\./);
  expect(result.stdout).toMatch(/· 2 turns · .* · 5 turns and \$0\.\d+ with the runs before it/);
  expect(github.comments[0]?.body).toContain('mend');

  expect(schemaFaults(result.transcript)).toEqual([]);
  const [init] = result.transcript;
  expect(init).toMatchObject({
    subtype: 'init',
    resumed_from: { session_id: first.result.outputs['session_id'], num_turns: 3 },
  });
  const kinds = result.transcript.map(({ type }) => type);
  expect(kinds.filter((type) => type === 'assistant')).toHaveLength(5);
  expect(kinds.filter((type) => type === 'result')).toHaveLength(1);
  expect(result.transcript.filter(({ isReplay }) => isReplay)).toHaveLength(11);

  const third = restored(result.outputs['execution_file'] ?? '');
  const again = await run(
    [{ content: [say('Nothing more to do.')] }],
    { resume: join(third.folder, 'transcript.json') },
    { RUNNER_TEMP: third.RUNNER_TEMP },
  );
  expect(again.api.violations).toEqual([]);
  expect(again.result.outputs).toMatchObject({ stop_reason: 'completed', num_turns: '6' });
  const last = JSON.stringify(again.api.requests[0]?.body.messages);
  for (const text of ['Mend the sum.', 'Now the notes.', 'Done again.', 'Go on with your task'])
    expect(last).toContain(text);
});

test('a record from the checkout is refused on a pull request, and nothing is asked', async () => {
  const { repository, run } = await resumeStage();
  repository.write('transcript.json', '[]');
  const { result, api } = await run([], { prompt: 'x', resume: 'transcript.json' });
  expect(result.outputs).toMatchObject({ conclusion: 'failure', stop_reason: 'config_error' });
  expect(result.stdout).toContain('where the pull request could write a history that never was');
  expect(api.requests).toEqual([]);
});

test('an untrusted record makes an untrusted run, limits are of the whole, new secrets go out of old words', async () => {
  const { run, github } = await resumeStage();
  const first = await run(FIRST, { prompt: 'Mend the sum.' });
  const file = first.result.outputs['execution_file'] ?? '';

  const untrusted = changed(file, (text) =>
    text.replace('"trust":"trusted"', '"trust":"untrusted"'),
  );
  const edit = call('Bash', { command: 'node -e 1' });
  const second = await run(
    [{ content: [edit] }, { content: [say('Refused.')] }],
    { resume: untrusted.folder, allowed_tools: 'Bash(node -e *)' },
    { RUNNER_TEMP: untrusted.RUNNER_TEMP },
  );
  expect(second.result.transcript[0]).toMatchObject({ unattended: { trust: 'untrusted' } });
  expect(JSON.parse(second.result.outputs['permission_denials'] ?? '')).toHaveLength(1);
  expect(github.comments[0]?.body).toContain('the run that it goes on from was');

  const full = restored(file);
  const third = await run(
    [],
    { resume: full.folder, max_turns: '3' },
    { RUNNER_TEMP: full.RUNNER_TEMP },
  );
  expect(third.result.outputs).toMatchObject({ stop_reason: 'max_turns', num_turns: '3' });

  const secret = 'hunter2-hunter2-hunter2';
  const leaky = changed(file, (text) => text.replaceAll('Mend the sum.', `Mend ${secret}.`));
  const fourth = await run(
    [{ content: [say('Done.')] }],
    { resume: leaky.folder },
    { RUNNER_TEMP: leaky.RUNNER_TEMP, DEPLOY_TOKEN: secret },
  );
  expect(fourth.api.requests).toHaveLength(1);
  expect(JSON.stringify(fourth.api.requests[0]?.body)).not.toContain(secret);
  expect(JSON.stringify(fourth.result.transcript)).not.toContain(secret);
  expect(JSON.stringify(fourth.result.transcript)).toContain('Mend [redacted DEPLOY_TOKEN].');
});

test('a run that goes on and is killed counts on, and can be gone on from', async () => {
  const { run } = await resumeStage();
  const first = await run(FIRST, { prompt: 'Mend the sum.' });
  const second = restored(first.result.outputs['execution_file'] ?? '');
  const { result } = await run(
    [{ content: [say('I wait.'), call('Bash', { command: 'kill -9 $PPID; sleep 5' })] }],
    { resume: second.folder, allowed_tools: 'Bash(*)' },
    { RUNNER_TEMP: second.RUNNER_TEMP },
  );
  expect(result.exitCode).not.toBe(0);
  const { transcript } = await result.post();
  expect(schemaFaults(transcript)).toEqual([]);
  expect(transcript.at(-1)).toMatchObject({ stop_reason: 'cancelled', num_turns: 4 });
  const { own, all } = sharesOf(transcript);
  expect(own.turns).toBe(1);
  expect(own.usd).toBeGreaterThan(0);
  expect(all.usd - own.usd).toBeCloseTo(Number(first.result.outputs['total_cost_usd']), 5);

  const third = temporaryFolder();
  writeFileSync(join(third, 'transcript.json'), JSON.stringify(transcript));
  const again = await run(
    [{ content: [say('Here again.')] }],
    { resume: third },
    { RUNNER_TEMP: third },
  );
  expect(again.api.violations).toEqual([]);
  expect(again.result.outputs).toMatchObject({ stop_reason: 'completed', num_turns: '5' });
  expect(JSON.stringify(again.api.requests[0]?.body.messages)).toContain('the run broke off');
});
