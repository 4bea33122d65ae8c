import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { type Git, gitIn } from '../git.ts';

export interface StoreOptions {
  /** Git in the checkout. */
  readonly git: Git;
  readonly root: string;
  /** Where the store is made. What lies there is taken away: git would go by settings that it finds. */
  readonly folder: string;
  /** Folders of objects to read from. */
  readonly objects: readonly string[];
  /** `PATH`, and what the network needs. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Git in a bare repository of our own that sees the checkout's objects and nothing else of it. What is
 * delivered is made here: no setting, hook, filter, attribute, merge driver or credential of the
 * checkout counts, all of which the agent's commands could have written.
 */
export async function openDeliveryStore(options: StoreOptions): Promise<Git> {
  const { git, root, folder, objects } = options;
  const [format = 'sha1', shallow = ''] = (
    await git(['rev-parse', '--show-object-format', '--git-path', 'shallow'])
  ).split('\n');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const environment = {
    ...options.environment,
    GIT_DIR: folder,
    GIT_ATTR_NOSYSTEM: '1',
    // Passwords in ~/.netrc and attributes in ~/.config are the user's, not the token's.
    HOME: folder,
  };
  const store = gitIn(folder, environment, root);
  await store(['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, folder]);
  await writeFile(
    join(folder, 'objects/info/alternates'),
    `${objects.map(inGitsWriting).join('\n')}\n`,
  );
  // Where the checkout's history ends, it has to end here too.
  const edge = isAbsolute(shallow) ? shallow : join(root, shallow);
  await copyFile(edge, join(folder, 'shallow')).catch(ignoreMissing);
  return store;
}

/** Backslashes of Windows would be escapes there. */
function inGitsWriting(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
