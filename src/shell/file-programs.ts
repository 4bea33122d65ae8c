import { readerOf } from './read-only/readers.ts';

const set = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

/** Every operand is written. */
export const WRITES_ALL = set(
  `rm rmdir unlink shred truncate touch mkdir mkfifo mknod tee gzip gunzip bzip2 xz`,
);
export const WRITES_AFTER_FIRST = set('chmod chown chgrp');
export const COPIES = set('cp mv ln install rsync link');
export const READS_ALL = set(
  'less more source . zcat bat view bash sh zsh dash split csplit iconv dos2unix',
);
/** Their first operand is a pattern or a program, not a file. */
export const PATTERN_FIRST = set('grep egrep fgrep rg sed awk gawk mawk jq yq perl');
/** Readers whose operands are no files at all. */
const NO_FILES = set(
  `echo printf git true false : sleep exit set seq which type ps node date tr expr id basename
   dirname`,
);
/** Readers that a word that isn't known does not lead to a file's content or out of its place. */
const NO_CONTENT = set(
  `test [ cd pwd command uname arch whoami groups uptime free tty hostname deno python python3 ruby
   php java gcc clang make numfmt factor nproc`,
);
/** Their words tell what goes into an archive, or out of it. */
const PACKERS = set('tar bsdtar gtar zip unzip 7z 7za 7zr 7zz ar jar patch cpio pax');
const SHELLS = set('bash sh zsh dash');

/** A reader of files that tells them by its operands, and isn't in one of the lists above. */
export function readsOperands(name: string): boolean {
  return !NO_FILES.has(name) && (PATTERN_FIRST.has(name) || readerOf(name) !== undefined);
}

/** Whether what a program does is told by the files that its words name. A shell's words are its script's. */
export function isFileProgram(name: string): boolean {
  if (SHELLS.has(name) || NO_CONTENT.has(name)) return false;
  return (
    [WRITES_ALL, WRITES_AFTER_FIRST, COPIES, READS_ALL].some((names) => names.has(name)) ||
    ['dd', 'curl', 'wget'].includes(name) ||
    PACKERS.has(name) ||
    readsOperands(name)
  );
}
