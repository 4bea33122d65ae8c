import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/repository.ts';
import { schemaFaults } from '../fakes/transcript-schema.ts';
import { OUTCOME, VERDICT } from './sample-run.ts';

type Fields = Readonly<Record<string, unknown>>;

const SRC = join(import.meta.dirname, '../../src');

/** Records a call and its result of `size` bytes until that is a problem, and then how it ended. */
function recorder(folder: string, size: number): string {
  const outcome = { ...OUTCOME, errors: ['The disk is full.'] };
  return `

import { createTranscript } from '${SRC}/report/transcript.ts';
import { createRedactor } from '${SRC}/base/redactor.ts';
process.on('SIGXFSZ', () => {});
const transcript = createTranscript('${folder}', createRedactor([]), 'a-session');
const emit = (event) => transcript.emit({ at: 1e12, ...event });
const text = 'x'.repeat(${size});
const use = (id) => ({ type: 'tool_use', id, name: 'Read', input: { file_path: 'a' } });
const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'signed' };
const call = (id) => emit({ type: 'assistant', durationMs: 1, message: { id, type: 'message',
  role: 'assistant', model: 'm', content: [thinking, use(id)], stop_reason: 'tool_use',
  stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } } });
const answer = (id) => emit({ type: 'tool_results', outputs: { [id]: { text: text } },
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] } });
for (let turn = 0; turn < 400 && !transcript.problem; turn += 1) { call('toolu_' + turn); answer('toolu_' + turn); }
emit({ type: 'run_finished', outcome: { ...${JSON.stringify(outcome)}, result: text }, verdict: ${JSON.stringify(VERDICT)} });
transcript.finalise();
console.log(transcript.problem?.code);
`;
}

/** Runs it in a shell that first does `limit`; gives what is left in the folder, by name. */
function recorded(size: number, limit: (folder: string) => string) {
  const folder = temporaryFolder('unattended-full-');
  const out = temporaryFolder('unattended-full-out-');
  const script = `${limit(folder)} && "$NODE" --input-type=module -e "$CODE" && cp '${folder}'/* '${out}'`;
  const env = { ...process.env, NODE: process.execPath, CODE: recorder(folder, size) };
  return { out, script, env };
}

function expectWhole(out: string, size: number): void {
  expect(readdirSync(out).toSorted()).toEqual(['transcript.json', 'transcript.jsonl']);
  const journal = readFileSync(join(out, 'transcript.jsonl'), 'utf8');
  expect(journal.endsWith('\n')).toBe(true);
  const lines = journal
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Fields);
  const transcript = JSON.parse(readFileSync(join(out, 'transcript.json'), 'utf8')) as Fields[];
  expect(transcript).toEqual(lines);
  expect(schemaFaults(transcript)).toEqual([]);
  expect(transcript.at(-1)).toMatchObject({ type: 'result', stop_reason: VERDICT.stopReason });
  // A result for every call, cut or not.
  const blocks = lines.flatMap(
    (line) => (line['message'] as { content: Fields[] } | undefined)?.content ?? [],
  );
  const ids = (type: string, name: string) =>
    blocks.filter((block) => block['type'] === type).map((block) => block[name]);
  expect(ids('tool_result', 'tool_use_id')).toEqual(ids('tool_use', 'id'));
  expect(ids('tool_use', 'id').length).toBeGreaterThan(0);
  if (size > 10_000) expect(journal).toContain('there was no room for more on the disk');
}

const SIZES = [10, 700, 5_000, 20_000, 100_000];

describe('the record of a run whose disk is full holds whole lines, all results and its end', () => {
  test.each(SIZES)('no file may grow over 128 KB, results of %i bytes', (size) => {
    const { out, script, env } = recorded(size, () => 'ulimit -f 128');
    const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { env, encoding: 'utf8' });
    expect({ stdout, stderr, status }).toEqual({ stdout: 'EFBIG\n', stderr: '', status: 0 });
    expectWhole(out, size);
  });

  test.for(SIZES)('a file system of 512 KB, results of %i bytes', (size, context) => {
    const { out, script, env } = recorded(
      size,
      (folder) => `mount -t tmpfs -o size=512k,mode=700 t '${folder}'`,
    );
    if (spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 't', '/mnt']).status !== 0) {
      context.skip('This machine lets nobody mount a file system of their own (unshare -rm).');
    }
    const args = ['-rm', 'bash', '-c', script];
    const { stdout, stderr, status } = spawnSync('unshare', args, { env, encoding: 'utf8' });
    expect({ stdout, stderr, status }).toEqual({ stdout: 'ENOSPC\n', stderr: '', status: 0 });
    expectWhole(out, size);
  });
});
