import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the index says of one file. */
interface Entry {
  readonly mode: number;
  /** From the top of the work tree. Empty: the entry stands for one of another index file. */
  readonly path: string;
}

/** What an entry is, by its mode: file, program, link, folder, other repository. */
const MODES = new Set([0o100644, 0o100755, 0o120000, 0o040000, 0o160000]);
const LINK = 0o160000;
const LINK_BYTES = Buffer.from([0, 0, 0xe0, 0]);
const FOLDER = 0o040000;
const HEADER = 12;
/** Times, device, mode, owner, size and the id of the object (SHA-1). */
const FIXED = 60;
/** A larger index is not looked through, bytes. */
const MAX_BYTES = 67_108_864;

/**
 * The paths of other repositories in the index (submodules): git looks into them with their own
 * configuration.
 * @throws Error for an index in a form that isn't known, when it may hold any.
 */
export function linkedRepositories(gitFolder: string): readonly string[] {
  // Nearly every index has none, and some are large.
  const entries = indexesIn(gitFolder)
    .filter((index) => index.includes(LINK_BYTES))
    .flatMap((index) => [...entriesOf(index)]);
  const links = entries.filter(({ mode }) => mode === LINK).map(({ path }) => path);
  if (links.includes('')) throw unknownForm();
  return links;
}

/**
 * The paths of all files that git has in the work tree.
 * @throws Error where not all of them can be told.
 */
export function trackedFiles(gitFolder: string): readonly string[] {
  const entries = indexesIn(gitFolder).flatMap((index) => {
    if (index.length > MAX_BYTES) throw new Error('The index is too large.');
    return [...entriesOf(index)];
  });
  // A folder stands for what a sparse checkout leaves out.
  if (entries.some(({ mode }) => mode === FOLDER)) throw unknownForm();
  return entries.map(({ path }) => path);
}

function indexesIn(gitFolder: string): readonly Buffer[] {
  const names = readdirSync(gitFolder).filter((name) => /^index$|^sharedindex\.\w+$/.test(name));
  return names.map((name) => readFileSync(join(gitFolder, name)));
}

/** gitformat-index tells the form. */
function* entriesOf(index: Buffer): Generator<Entry> {
  const [version, count] = [index.readUInt32BE(4), index.readUInt32BE(8)];
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) throw unknownForm();
  let at = HEADER;
  let last = '';
  for (let left = count; left > 0; left -= 1) {
    const mode = index.readUInt32BE(at + 24);
    const isExtended = (index.readUInt16BE(at + FIXED) & 0x4000) !== 0;
    const start = at + FIXED + (isExtended ? 4 : 2);
    const { kept, from } = version === 4 ? shared(index, start, last) : { kept: '', from: start };
    const end = index.indexOf(0, from);
    if (!MODES.has(mode) || end < 0) throw unknownForm();
    // Names are bytes: half a character may be shared with the one before.
    last = kept + index.toString('latin1', from, end);
    yield { mode, path: Buffer.from(last, 'latin1').toString() };
    // One to eight NULs fill an entry up, but for version 4.
    at = version === 4 ? end + 1 : at + Math.floor((end - at) / 8 + 1) * 8;
  }
}

/** Version 4 writes how many bytes to drop from the end of the last name, then what comes behind. */
function shared(index: Buffer, start: number, last: string): { kept: string; from: number } {
  let at = start;
  let byte = index.readUInt8(at);
  let dropped = byte & 0x7f;
  while (byte & 0x80) {
    at += 1;
    byte = index.readUInt8(at);
    dropped = (dropped + 1) * 128 + (byte & 0x7f);
  }
  return { kept: last.slice(0, last.length - dropped), from: at + 1 };
}

function unknownForm(): Error {
  return new Error('The index has a form that is not known.');
}
