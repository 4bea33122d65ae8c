import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findRecord, type RecordPlace } from '../../../src/action/resume/find-record.ts';
import type { ConfigurationSource } from '../../../src/github/configuration-files.ts';
import { temporaryFolder } from '../../fakes/repository.ts';

function place(from: string, base: Readonly<Record<string, string>> = {}) {
  const top = temporaryFolder();
  for (const name of ['root', 'temp', 'run', 'else']) mkdirSync(join(top, name));
  const read = async (path: string) => base[path];
  const configuration: ConfigurationSource = { read, readOwn: read, from, commit: undefined };
  const write = (path: string) => {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), '{}\n');
    return join(top, path);
  };
  const find = (given: string, more: Partial<RecordPlace> = {}) =>
    findRecord({
      given,
      shown: 'input resume',
      start: join(top, 'root'),
      root: join(top, 'root'),
      home: top,
      temporary: join(top, 'temp'),
      configuration,
      runDirectory: join(top, 'run'),
      mayBeMissing: false,
      ...more,
    });
  return { top, write, find };
}

const PULL = 'base commit 1a2b3c4';
const OPEN = 'the working tree';

test('a file, a folder with one, and a folder with one further down', async () => {
  for (const from of [PULL, OPEN]) {
    const { top, write, find } = place(from);
    const file = write('temp/one/unattended/id/transcript.json');
    write('temp/one/unattended/id/transcript.jsonl');
    for (const given of [file, join(top, 'temp/one/unattended/id'), join(top, 'temp/one')])
      expect(await find(given)).toBe(file);
    const cut = write('temp/two/transcript.jsonl');
    expect(await find(join(top, 'temp/two'))).toBe(cut);
  }
});

test('what is not there, or not one, is said', async () => {
  const { top, write, find } = place(OPEN);
  write('temp/many/a/transcript.json');
  write('temp/many/b/transcript.json');
  mkdirSync(join(top, 'temp/none'));
  await expect(find(join(top, 'temp/x'))).rejects.toThrow('leave the input empty to begin anew');
  await expect(find(join(top, 'temp/none'))).rejects.toThrow('neither a transcript.json nor');
  await expect(find(join(top, 'temp/many'))).rejects.toThrow('several transcripts');
  await expect(find('a\u0000b')).rejects.toThrow('control character');
  await expect(find('/dev/null')).rejects.toThrow('no regular file');
});

test('where a workflow names the place, there need be none yet; what may not be there is refused first', async () => {
  for (const from of [PULL, OPEN]) {
    const { top, write, find } = place(from);
    mkdirSync(join(top, 'temp/none/deeper'), { recursive: true });
    write('temp/file');
    const mayBeMissing = true;
    for (const given of ['temp/x', 'temp/none', 'temp/x/y/transcript.json', 'temp/file/x'])
      expect(await find(join(top, given), { mayBeMissing }), given).toBeUndefined();
    write('temp/many/a/transcript.json');
    write('temp/many/b/transcript.json');
    await expect(find(join(top, 'temp/many'), { mayBeMissing })).rejects.toThrow('several');
  }
  const { find, top } = place(PULL);
  await expect(find('transcript.json', { mayBeMissing: true })).rejects.toThrow('in the checkout');
  await expect(find(join(top, 'else/x'), { mayBeMissing: true })).rejects.toThrow(
    'taken only from',
  );
});

test('what the system does not let us look into is told, with what would do', async () => {
  const { top, find } = place(OPEN);
  symlinkSync('loop', join(top, 'temp/loop'));
  const long = join(top, 'temp', 'x'.repeat(300));
  for (const given of [join(top, 'temp/loop'), long])
    await expect(find(given, { mayBeMissing: true })).rejects.toThrow(
      /^input resume.*(ELOOP|ENAMETOOLONG|can't be)/s,
    );
});

test('on a pull request the checkout can bring none, by no name', async () => {
  const { top, write, find } = place(PULL);
  write('root/transcript.json');
  symlinkSync(join(top, 'root'), join(top, 'temp/linked'));
  symlinkSync(join(top, 'root/transcript.json'), join(top, 'temp/link.json'));
  const outside = write('temp/good/transcript.json');
  symlinkSync(join(top, 'temp/good'), join(top, 'root/lead'));
  for (const given of [
    'transcript.json',
    join(top, 'root/transcript.json'),
    join(top, 'temp/../root/transcript.json'),
    join(top, 'temp/linked'),
    join(top, 'temp/link.json'),
    'lead/transcript.json',
  ])
    await expect(find(given), given).rejects.toThrow(/in the checkout, where the pull request/);
  mkdirSync(join(top, 'temp/inner'));
  symlinkSync(join(top, 'root/transcript.json'), join(top, 'temp/inner/transcript.json'));
  await expect(find(join(top, 'temp/inner'))).rejects.toThrow(
    'only from the runner’s'.replace('’', "'"),
  );
  expect(await find(outside)).toBe(outside);
});

test('on a pull request only what is made anew for each job is taken', async () => {
  const { write, find } = place(PULL);
  const kept = write('else/transcript.json');
  await expect(find(kept)).rejects.toThrow("only from the runner's temporary folder");
  await expect(find(kept, { temporary: undefined })).rejects.toThrow(
    'RUNNER_TEMP, which is not set',
  );
  expect(await place(OPEN).find(kept)).toBe(kept);
});

test('the base commit may bring one', async () => {
  const { find, top } = place(PULL, { 'records/t.json': '[]' });
  expect(await find('records/t.json')).toBe(join(top, 'run/resumed-from'));
});
