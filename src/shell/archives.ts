import { join } from 'node:path';
import { otherPacking } from './packers.ts';
import { type Packing, packing, unknownOption } from './packing.ts';
import { type Arguments, takeApartBy } from './read-only/reader.ts';
import type { WordValue } from './word.ts';

/**
 * Options whose effect is known here. Not those that start a program (-I, --to-command, -F), rename what is
 * unpacked (--transform) or let it out of the folder (-P).
 */
const TAR = `-cxtruAdvzjJZapkmhowWSlUBOniR -f: -C: -X: -b: -T: -g: -N: -V: -H:
  --create --extract --get --list --append --update --concatenate --catenate --delete --diff --compare
  --file= --directory= --files-from= --exclude-from= --exclude= --exclude-vcs --exclude-caches
  --exclude-backups --listed-incremental= --index-file= --verbose --gzip --gunzip --bzip2 --xz --zstd
  --lzma --lzip --auto-compress --strip-components= --no-same-owner --no-same-permissions --same-owner
  --preserve-permissions --keep-old-files --skip-old-files --keep-newer-files --overwrite
  --unlink-first --dereference --owner= --group= --mode= --mtime= --sort= --format= --numeric-owner
  --one-file-system --no-recursion --wildcards --no-wildcards --anchored --totals? --touch --to-stdout
  --remove-files --warning= --null --ignore-failed-read --sparse --pax-option= --posix
  --one-top-level? --no-xattrs --xattrs --version --help`;
/** In the old form (`cfz a`) these take the words behind in turn. */
const TAR_VALUED = 'fCXbTgNVHIKL';
const UNZIP = '-lvtzpcqnofujaLCKXMUVWZ1hms2x -d: -P:';
const ZIP = `-rqv0123456789jymufdDoXeFA@ -b: -x: -i: -P: -O: -n: --recurse-paths --quiet --move
  --exclude= --include= --output-file= --symlinks --junk-paths --filesync --update --freshen`;
const WILD = /[*?[\\]/;

/** `undefined` for other programs. */
export function packingOf(name: string, args: readonly WordValue[]): Packing | undefined {
  if (/^(?:bsd|g)?tar$/.test(name)) return ofTar(name, takeApartBy(TAR, dashed(args)));
  if (name === 'unzip') return ofUnzip(takeApartBy(UNZIP, args));
  if (name === 'zip') return ofZip(takeApartBy(ZIP, args));
  return otherPacking(name, args);
}

function dashed(args: readonly WordValue[]): readonly WordValue[] {
  const [first, ...rest] = args;
  if (!first || first.glob || !/^[a-zA-Z]+$/.test(first.text)) return args;
  const flags = [...first.text].flatMap((letter) => [
    { text: `-${letter}`, glob: false },
    ...(TAR_VALUED.includes(letter) ? rest.splice(0, 1) : []),
  ]);
  return [...flags, ...rest];
}

function ofTar(name: string, taken: Arguments | undefined): Packing {
  if (!taken) return unknownOption(name);
  const has = (flags: string) => hasAny(taken, flags);
  const archives = valuesOf(taken, '-f --file').filter((text) => !/^-$|^[^/]*:/.test(text));
  const logs = valuesOf(taken, '-g --listed-incremental --index-file');
  const lists = valuesOf(taken, '-T --files-from -X --exclude-from');
  if (has('-c --create -r --append -u --update -A --concatenate --catenate')) {
    return packing({ reads: lists, writes: [...archives, ...logs], ...packedByTar(taken) });
  }
  if (has('--delete')) return packing({ writes: archives });
  const isWriting = has('-x --extract --get') && !has('-O --to-stdout');
  return packing({
    reads: [...archives, ...lists],
    writes: logs,
    unpacked: isWriting ? unpackedByTar(taken) : [],
  });
}

function packedByTar(taken: Arguments) {
  const names = textsOf(taken);
  const folders = ['', ...valuesOf(taken, '-C --directory')];
  const isListed = hasAny(taken, '-T --files-from');
  return {
    packed: folders.flatMap((folder) => names.map((name) => inFolder(folder, name))),
    unpacked: hasAny(taken, '--remove-files') ? names : [],
    left: hasAny(taken, '--anchored --no-wildcards') ? [] : excludedByTar(taken),
    problem: isListed ? 'Which files tar packs stands in a file.' : undefined,
  };
}

function excludedByTar(taken: Arguments): readonly string[] {
  return [...valuesOf(taken, '--exclude'), ...(hasAny(taken, '--exclude-vcs') ? ['.git'] : [])];
}

function unpackedByTar(taken: Arguments): readonly string[] {
  const folders = valuesOf(taken, '-C --directory');
  const [top] = valuesOf(taken, '--one-top-level');
  const inside = (folders.length > 0 ? folders : ['.']).map((folder) =>
    inFolder(folder, top ?? ''),
  );
  const isOdd =
    hasAny(taken, '--wildcards --strip-components -T --files-from') || top !== undefined;
  return isOdd ? inside : membersIn(inside, taken);
}

function ofUnzip(taken: Arguments | undefined): Packing {
  if (!taken) return unknownOption('unzip');
  const [archive, ...members] = taken.operands;
  const folders = valuesOf(taken, '-d');
  const inside = folders.length > 0 ? folders : ['.'];
  const isWriting = !hasAny(taken, '-l -v -t -z -p -c -Z');
  // What stands behind -x is left out; -j forgets the folders.
  const isOdd = hasAny(taken, '-x -j -a -L -C');
  const unpacked = isOdd ? inside : membersIn(inside, { ...taken, operands: members });
  return packing({ reads: archive ? [archive.text] : [], unpacked: isWriting ? unpacked : [] });
}

function ofZip(taken: Arguments | undefined): Packing {
  if (!taken) return unknownOption('zip');
  const [archive = '', ...packed] = textsOf(taken);
  const outputs = [archive, ...valuesOf(taken, '-O --output-file')].filter(
    (text) => !/^-?$/.test(text),
  );
  return packing({
    writes: outputs.flatMap((text) => [text, `${text}.zip`]),
    packed,
    unpacked: hasAny(taken, '-m --move') ? packed : [],
    // Its patterns are of whole paths.
    left: valuesOf(taken, '-x --exclude').filter((pattern) => /^\*[^/]*$/.test(pattern)),
    problem: hasAny(taken, '-@') ? 'Which files zip packs is read from elsewhere.' : undefined,
  });
}

/** Members by their names; the whole folder where none is told, or patterns are. */
function membersIn(folders: readonly string[], { operands }: Arguments): readonly string[] {
  const isPlain =
    operands.length > 0 && operands.every(({ text, glob }) => !glob && !WILD.test(text));
  if (!isPlain) return folders;
  return folders.flatMap((folder) => operands.map(({ text }) => join(folder, text)));
}

function inFolder(folder: string, name: string): string {
  return name.startsWith('/') ? name : join(folder, name);
}

function hasAny({ flags }: Arguments, names: string): boolean {
  return names.split(' ').some((flag) => flags.has(flag));
}

function valuesOf({ flags }: Arguments, names: string): readonly string[] {
  return names.split(' ').flatMap((flag) => flags.get(flag) ?? []);
}

function textsOf({ operands }: Arguments): readonly string[] {
  return operands.map(({ text }) => text);
}
