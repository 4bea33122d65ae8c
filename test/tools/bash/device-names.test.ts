import { describe, expect, test } from 'vitest';
import { bashTool } from '../../../src/tools/bash/bash.ts';
import { freshContext } from './bash-context.ts';

async function outputOf(command: string): Promise<string> {
  const { data } = await bashTool.call({ command }, freshContext(), () => {});
  return data.stdout;
}

// Project scripts open these names all the time; on Linux that fails where the output is a socket.
describe.runIf(process.platform === 'linux')('output opened by its name', () => {
  test.each(['/dev/stdout', '/dev/stderr', '/dev/fd/1', '/proc/self/fd/2'])('%s', async (name) => {
    const script = `echo shell > ${name}; echo program | tee ${name}`;
    expect(await outputOf(`${script} && echo "code $?"`)).toBe('shell\nprogram\nprogram\ncode 0\n');
  });

  test('in the script of a project, that tells both streams apart', async () => {
    const script = 'echo wrong > /dev/stderr; echo right > /dev/stdout';
    expect(await outputOf(`sh -c '${script}' 2>/dev/null`)).toBe('right\n');
    expect(await outputOf(`sh -c '${script}' >/dev/null`)).toBe('wrong\n');
  });

  test('it is a pipe, as behind a terminal’s `|`', async () => {
    expect(await outputOf('[ -p /dev/stdout ] && [ -p /dev/stderr ] && echo pipe')).toBe('pipe\n');
  });
});
