import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUuid } from '../../base/random.ts';
import { cutText } from '../../base/text.ts';

/** The longest text that one hook may put before the model or people, characters (contracts 2.4). */
const LONGEST = 10_000;

/** A text, redacted before, that is too long goes to a file whole; what stays is its beginning and where the rest lies. */
export async function capText(
  text: string,
  { outputs }: { readonly outputs: string },
): Promise<string> {
  if (text.length <= LONGEST) return text;
  const path = join(outputs, `hook-${randomUuid()}.txt`);
  const note = await write(path, text).then(
    () => `the whole is in ${path}`,
    () => 'the whole could not be saved',
  );
  const end = `\n[cut: ${text.length} characters, the limit is ${LONGEST}; ${note}]`;
  return cutText(text, LONGEST - end.length) + end;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  await writeFile(path, text, { mode: 0o600 });
}
