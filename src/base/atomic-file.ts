import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  openSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { randomBytes } from './random.ts';

/** What of the old file the new one takes over. */
interface FileOwnership {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

export interface AtomicWriteOptions {
  /** Permission bits and owner to keep; absent: as any new file (0666 less the umask). */
  readonly like?: FileOwnership | undefined;
  /** Called when the new bytes are on disk under another name, right before they take the file's place. Throws to call it off. */
  readonly beforeRename?: (() => void) | undefined;
}

/**
 * Writes a file as a whole: a reader sees the old bytes or the new ones, never half. The bytes go to
 * a new file beside it that is then renamed over it. No fsync: what a power cut takes is the
 * machine's, and a job's machine is thrown away with it.
 * @param path real path (links resolved): a link given here would be replaced, not followed.
 * @throws the system's error; nothing is left behind then.
 */
export function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  options: AtomicWriteOptions = {},
): void {
  const name = `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`;
  const temporary = join(dirname(path), name);
  // O_EXCL: a file or link that somebody put there under the guessed name is not written through.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const descriptor = openSync(temporary, flags, options.like ? 0o600 : 0o666);
  try {
    try {
      writeFileSync(descriptor, data);
      if (options.like) takeOver(descriptor, options.like);
    } finally {
      closeSync(descriptor);
    }
    options.beforeRename?.();
    renameSync(temporary, path);
  } catch (thrown) {
    unlinkSync(temporary);
    throw thrown;
  }
}

function takeOver(descriptor: number, like: FileOwnership): void {
  try {
    if (like.uid !== process.getuid?.() || like.gid !== process.getgid?.())
      fchownSync(descriptor, like.uid, like.gid);
  } catch {
    // Only root may give files away; for others the file becomes theirs, as with any editor.
  }
  // After the owner: a change of owner clears the set-id bits.
  fchmodSync(descriptor, like.mode & 0o7777);
}
