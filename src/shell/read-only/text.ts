import { atMost, none, paths, type Reader, reader, text } from './reader.ts';

/** Programs that turn text into other text on their output. */
export const TEXT_READERS: Readonly<Record<string, Reader>> = {
  sort: reader(
    `-bdfghiMnRrVcCmsuz -k: -t: --ignore-leading-blanks --dictionary-order --ignore-case
     --general-numeric-sort --human-numeric-sort --month-sort --numeric-sort --reverse
     --version-sort --check? --key= --merge --stable --unique --field-separator= --zero-terminated`,
    paths,
  ),
  // A second operand of uniq and of xxd is the file it writes.
  uniq: reader(
    '-cdDiuz -f: -s: -w: --count --repeated --ignore-case --unique --skip-fields= --skip-chars= --check-chars= --zero-terminated --all-repeated?',
    atMost(1),
  ),
  xxd,
  cut: reader(
    '-d: -f: -c: -b: -snz --delimiter= --fields= --characters= --bytes= --complement --only-delimited --output-delimiter=',
    paths,
  ),
  tr: reader('-cCdst --complement --delete --squeeze-repeats --truncate-set1', text),
  nl: reader('-b: -f: -h: -i: -l: -n: -s: -v: -w: -d: -p', paths),
  tac: reader('-br -s: --before --regex --separator=', paths),
  rev: reader('-0', paths),
  paste: reader('-d: -sz --delimiters= --serial', paths),
  join: reader(
    '-a: -e: -i -j: -1: -2: -o: -t: -v: -z --check-order --nocheck-order --header',
    paths,
  ),
  comm: reader('-123z --check-order --nocheck-order --output-delimiter= --total', paths),
  column: reader(
    '-texnL -s: -o: -c: -N: -R: -H: -T: -E: --table --separator= --output-separator=',
    paths,
  ),
  fold: reader('-bs -w: -# --width= --spaces', paths),
  fmt: reader('-cstu -w: -p: -# --width=', paths),
  expand: reader('-i -t: --tabs=', paths),
  unexpand: reader('-a -t: --tabs=', paths),
  diff: reader(
    `-abBcdEiNpqrstTuwyZ -U: -C: -W: -x: -I: -F: -# --brief --unified? --context? --text --recursive
     --report-identical-files --side-by-side --ignore-case --ignore-all-space --ignore-space-change
     --ignore-blank-lines --ignore-trailing-space --strip-trailing-cr --new-file --minimal --width=
     --color? --exclude= --suppress-common-lines --no-dereference --label= --show-c-function
     --ignore-matching-lines=`,
    paths,
  ),
  // Not -o: it writes that.
  iconv: reader('-f: -t: -csl --from-code= --to-code= --list --silent', ({ flags, operands }) =>
    // With a slash the name of an encoding may be that of a file.
    ['-f', '-t', '--from-code', '--to-code']
      .flatMap((flag) => flags.get(flag) ?? [])
      .every((name) => /^[\w.:+-]*$/.test(name))
      ? operands
      : undefined,
  ),
  // Only what it passes on.
  tee: reader('-aip --append --ignore-interrupts --output-error?', ({ operands }) =>
    operands.every(({ text: word, glob }) => !glob && word === '/dev/null') ? [] : undefined,
  ),
  base64: reader('-di -w: --decode --ignore-garbage --wrap=', paths),
  base32: reader('-di -w: --decode --wrap=', paths),
  shuf: reader(
    '-erz -i: -n: --echo --head-count= --input-range= --repeat',
    ({ flags, operands }) => (flags.has('-e') || flags.has('--echo') ? [] : operands),
  ),
  tsort: reader('-w', paths),
  numfmt: reader(
    '--to= --from= --field= --format= --suffix= --padding= --grouping --header?',
    text,
  ),
  seq: reader('-w -s: -f: --equal-width --separator= --format=', text),
  factor: reader('-h', text),
  expr: (args) => (args.some(({ glob }) => glob) ? undefined : []),
  nproc: reader('--all --ignore=', none),
};

/** It takes the first letter of an option alone: the `c` in `-ac 8 out` is none, and `out` is written. */
function xxd(args: Parameters<Reader>[0]): ReturnType<Reader> {
  const bundled = args.some(({ text: word }) => /^-(?:[abeEipu].|[cglos]\D)/.test(word));
  return bundled ? undefined : reader('-abeEipu -c: -g: -l: -o: -s:', atMost(1))(args);
}
