import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/repository.ts';
import { schemaFaults } from '../fakes/transcript-schema.ts';
import { changed, FIRST, restored, resumeStage, say } from './resume-job.ts';

const DONE = [{ content: [say('Done.')] }];
const ENDED = { conclusion: 'success', stop_reason: 'completed' };

test.each([
  ['there is no', (temp: string) => join(temp, 'record/transcript.json'), ''],
  ['the folder', (temp: string) => temp, 'holds no transcript.json or transcript.jsonl '],
])('the first run of a pull request begins anew: %s', async (what, placeIn, lacks) => {
  const { github, run } = await resumeStage();
  const RUNNER_TEMP = temporaryFolder();
  mkdirSync(join(RUNNER_TEMP, 'empty'));
  const resume = placeIn(join(RUNNER_TEMP, 'empty'));
  const { result, api } = await run(DONE, { prompt: 'Mend it.', resume }, { RUNNER_TEMP });
  expect(result.outputs).toMatchObject({ ...ENDED, num_turns: '1' });
  const told = `input resume: ${what} “${resume}” ${lacks}yet: the run begins anew.`;
  expect(result.stdout).toContain(told);
  expect(result.summary).toContain('yet: the run begins anew.');
  // Each first run would have it.
  expect(github.comments[0]?.body).not.toContain('begins anew');
  expect(JSON.stringify(api.requests[0]?.body.messages)).not.toContain('goes on from an earlier');
  expect(result.transcript[0]).not.toHaveProperty('resumed_from');
});

test('without a record and without a prompt there is no task, which is said', async () => {
  const { run } = await resumeStage();
  const RUNNER_TEMP = temporaryFolder();
  const { result, api } = await run([], { resume: join(RUNNER_TEMP, 'x') }, { RUNNER_TEMP });
  expect(result.outputs['stop_reason']).toBe('config_error');
  expect(result.stdout).toMatch(/yet, and to begin anew takes a task: give input prompt or/);
  expect(api.requests).toEqual([]);
});

test('a run that could not begin leaves a record that the next begins anew with, in the same comment', async () => {
  const { github, run } = await resumeStage();
  const first = await run([], { prompt: 'Mend it.', max_turns: 'many' });
  expect(first.result.outputs).toMatchObject({ stop_reason: 'config_error', num_turns: '0' });
  const { folder, RUNNER_TEMP } = restored(first.result.outputs['execution_file'] ?? '');
  const { result } = await run(DONE, { prompt: 'Mend it.', resume: folder }, { RUNNER_TEMP });
  expect(result.outputs).toMatchObject(ENDED);
  expect(result.summary).toContain('no answer of the model to go on from: the run begins anew.');
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain('Done.');
});

test('a run that was killed before its first answer: what those before it used counts on', async () => {
  const { run } = await resumeStage();
  const first = await run(FIRST, { prompt: 'Mend the sum.' });
  const cost = Number(first.result.outputs['total_cost_usd']);
  const spent = first.result.transcript.at(-1);
  // Killed behind its init, before it had told again what came before it.
  const record = changed(first.result.outputs['execution_file'] ?? '', (text) => {
    const [init] = JSON.parse(text) as [object];
    const { num_turns, total_cost_usd, modelUsage } = spent ?? {};
    const own = { num_turns, total_cost_usd, modelUsage, cost_is_estimate: false };
    return JSON.stringify([{ ...init, resumed_from: { session_id: 'first', ...own } }]);
  });
  const { RUNNER_TEMP, folder } = record;
  const next = { prompt: 'Now the notes.', resume: folder };
  const { result } = await run(DONE, next, { RUNNER_TEMP });
  expect(result.outputs).toMatchObject({ stop_reason: 'completed', num_turns: '4' });
  expect(Number(result.outputs['total_cost_usd'])).toBeGreaterThan(cost);
  expect(schemaFaults(result.transcript)).toEqual([]);
  const stopped = await run([], { ...next, max_turns: '3' }, { RUNNER_TEMP });
  expect(stopped.result.outputs).toMatchObject({ stop_reason: 'max_turns', num_turns: '3' });
});

test('what is no record is an error with its place, and nothing is asked', async () => {
  const { run } = await resumeStage();
  const first = await run(DONE, { prompt: 'Mend it.' });
  const cut = changed(first.result.outputs['execution_file'] ?? '', (text) => text.slice(0, -40));
  const { result, api } = await run([], { resume: cut.folder }, { RUNNER_TEMP: cut.RUNNER_TEMP });
  expect(result.outputs['stop_reason']).toBe('config_error');
  const file = join(cut.folder, 'transcript.json');
  const lines = readFileSync(file, 'utf8').split('\n').length;
  expect(result.stdout).toContain(
    `input resume: ${file}:${lines}: the array ends in its middle. Give the transcript.jsonl of that run, which may end anywhere, or leave the input empty to begin anew.`,
  );
  expect(api.requests).toEqual([]);
  writeFileSync(file, Buffer.from('1f8b0800000000000003', 'hex'));
  const packed = await run([], { resume: file }, { RUNNER_TEMP: cut.RUNNER_TEMP });
  expect(packed.result.stdout).toContain(`input resume: ${file}:1: this is no message of a run.`);
});
