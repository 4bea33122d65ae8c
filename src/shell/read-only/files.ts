import type { WordValue } from '../word.ts';
import { paths, type Reader, reader, text } from './reader.ts';

// Not -c: it reads whatever files a list names.
const HASH = reader('-btz --binary --text --tag --zero', paths);

/** Programs that look at files and folders. */
export const FILE_READERS: Readonly<Record<string, Reader>> = {
  cat: reader(
    '-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting',
    paths,
  ),
  head: reader('-n: -c: -qvz -# --lines= --bytes= --quiet --silent --verbose', paths),
  // Without -f: a reader that never ends is none.
  tail: reader('-n: -c: -qvz -# --lines= --bytes= --quiet --silent --verbose', paths),
  // Not -L: it looks behind links that lead out of the checkout.
  ls: reader(
    `-aAbBcCdDfFgGhiIklmnNopqQrRsStTuUvwxXZ1 -I: -w: -T: --all --almost-all --author --block-size=
     --classify? --color? --directory --file-type --format= --full-time --group-directories-first
     --hide= --human-readable --hyperlink? --ignore= --indicator-style= --inode --literal
     --no-group --numeric-uid-gid --quote-name --recursive --reverse --si --size --sort= --time=
     --time-style= --width= --zero`,
    paths,
  ),
  wc: reader('-lwcmL --lines --words --bytes --chars --max-line-length --total=', paths),
  stat: reader('-c: -ft --format= --printf= --file-system --terse', paths),
  file: reader(
    '-bhiknNprs0 -F: --brief --mime --mime-type --mime-encoding --no-dereference',
    paths,
  ),
  du: reader(
    '-0abchkmsSx -d: -t: -B: --all --apparent-size --bytes --total --human-readable --summarize --max-depth= --exclude= --one-file-system --time? --null --si --separate-dirs',
    paths,
  ),
  df: reader('-ahHikTP --human-readable --inodes --total --print-type', paths),
  tree: reader(
    '-adfispughDFrtvcUCnJXAS -L: -I: -P: --dirsfirst --gitignore --noreport --prune --filelimit= --du --si --inodes --sort? --matchdirs --ignore-case',
    paths,
  ),
  cmp: reader(
    '-bls -i: -n: --print-bytes --verbose --silent --quiet --bytes= --ignore-initial=',
    paths,
  ),
  realpath: reader(
    '-eLmPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip --no-symlinks --zero --relative-to< --relative-base<',
    paths,
  ),
  readlink: reader(
    '-efmnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline',
    paths,
  ),
  basename: reader('-az -s: --multiple --suffix= --zero', text),
  dirname: reader('-z --zero', text),
  md5sum: HASH,
  sha1sum: HASH,
  sha224sum: HASH,
  sha256sum: HASH,
  sha384sum: HASH,
  sha512sum: HASH,
  b2sum: HASH,
  shasum: reader('-a: -btpU0', paths),
  cksum: reader('-a: --algorithm= --untagged --tag', paths),
  sum: reader('-rs', paths),
  strings: (args) =>
    args.some(mayNameArguments)
      ? undefined
      : reader('-anfow -t: -e: -# --all --bytes= --radix= --encoding=', paths)(args),
  od: reader(
    '-abcdfhiloswxv -A: -t: -N: -j: -w? --address-radix= --format= --read-bytes= --skip-bytes=',
    paths,
  ),
  hexdump: reader('-bcCdovx -n: -s: -e:', paths),
  // Options may be taken back (`-l --l`), and what is no option may be a pattern of its own.
  unzip: ([flag, archive, ...more]) =>
    /^-lv?$|^-Z1?$/.test(flag?.text ?? '') && archive && isPlain(archive) && more.length === 0
      ? [archive]
      : undefined,
  tar: listTar,
};

/** Only `tar tf` and its like. A name with a colon would be fetched from another machine. */
function listTar(args: Parameters<Reader>[0]): ReturnType<Reader> {
  const [mode, archive, ...members] = args;
  if (!/^-?(?=[a-z]*t)[tvz]*f$/.test(mode?.text ?? '') || !archive || archive.glob)
    return undefined;
  if (archive.text.includes(':')) return undefined;
  const plain = [archive, ...members].every(({ text: word }) => !/^-./.test(word));
  return plain ? [archive] : undefined;
}

/** Programs of binutils take further arguments from a file (`@file`), which may also be planted for a pattern. */
function mayNameArguments({ text: word, glob }: WordValue): boolean {
  return word.startsWith('@') || (glob && /^[*?[\\]/.test(word));
}

function isPlain({ text: word, glob }: WordValue): boolean {
  return !glob && !/^-|[*?[\]\\]/.test(word);
}
