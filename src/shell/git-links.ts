import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an entry of the index is, by its mode: file, program, link, folder, other repository. */
const MODES = new Set([0o100644, 0o100755, 0o120000, 0o040000, 0o160000]);
const LINK = 0o160000;
const LINK_BYTES = Buffer.from([0, 0, 0xe0, 0]);
const HEADER = 12;
/** Times, device, mode, owner, size and the id of the object (SHA-1). */
const FIXED = 60;

/**
 * The paths of other repositories in the index (submodules): git looks into them with their own
 * configuration. gitformat-index tells the form.
 * @throws Error for an index in a form that isn't known, when it may hold any.
 */
export function linkedRepositories(gitFolder: string): readonly string[] {
  const names = readdirSync(gitFolder).filter((name) => /^(?:shared)?index(?:\.|$)/.test(name));
  return names.flatMap((name) => linksIn(readFileSync(join(gitFolder, name))));
}

function linksIn(index: Buffer): readonly string[] {
  // Nearly every index has none, and some are large.
  if (!index.includes(LINK_BYTES)) return [];
  const [version, count] = [index.readUInt32BE(4), index.readUInt32BE(8)];
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 3) throw unknownForm();
  const found: string[] = [];
  let at = HEADER;
  for (let left = count; left > 0; left -= 1) {
    const mode = index.readUInt32BE(at + 24);
    const isExtended = (index.readUInt16BE(at + FIXED) & 0x4000) !== 0;
    const start = at + FIXED + (isExtended ? 4 : 2);
    const end = index.indexOf(0, start);
    // An entry without a name stands for one of another file.
    if (!MODES.has(mode) || end <= start) throw unknownForm();
    if (mode === LINK) found.push(index.toString('utf8', start, end));
    // One to eight NULs fill the entry up.
    at += Math.floor((end - at) / 8 + 1) * 8;
  }
  return found;
}

function unknownForm(): Error {
  return new Error('The index has a form that is not known.');
}
