import { patternThenPaths, type Reader, reader } from './reader.ts';

const GREP = reader(
  // Not -R: it follows links that lead out of the checkout.
  `-EFGPabchHiIlLnoqrsTUvwxyzZ -# -A: -B: -C: -m: -e: -f< -d: -D: --extended-regexp --fixed-strings
   --basic-regexp --perl-regexp --regexp= --file< --ignore-case --no-ignore-case --invert-match
   --word-regexp --line-regexp --count --color? --colour? --files-with-matches
   --files-without-match --max-count= --only-matching --quiet --silent --no-messages
   --byte-offset --with-filename --no-filename --label= --line-number --initial-tab --null
   --after-context= --before-context= --context= --text --binary-files= --directories=
   --devices= --exclude= --exclude-dir= --exclude-from< --include= --recursive --line-buffered
   --binary --null-data`,
  ({ flags, operands }) => {
    const modes = [...(flags.get('-d') ?? []), ...(flags.get('--directories') ?? [])];
    const patterns = ['-e', '-f', '--regexp', '--file'];
    return modes.every((mode) => mode === 'skip' || mode === 'read')
      ? patternThenPaths(...patterns)({ flags, operands, files: [] })
      : undefined;
  },
);

/** Programs that search in files. ripgrep's --pre, -z and --hostname-bin start programs; -L follows links. */
export const SEARCHERS: Readonly<Record<string, Reader>> = {
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rg: reader(
    `-0abcFHhiIlNnopPqsSUuvVwx. -# -A: -B: -C: -m: -e: -f< -g: -t: -T: -r: -M: -j: -d: -E:
     --after-context= --before-context= --context= --max-count= --regexp= --file< --glob= --iglob=
     --type= --type-not= --type-list --replace= --max-columns= --max-columns-preview --threads=
     --max-depth= --max-filesize= --encoding= --engine= --sort= --sortr= --path-separator=
     --files --files-with-matches --files-without-match --count --count-matches --line-number
     --no-line-number --column --no-column --heading --no-heading --hidden --no-hidden --no-ignore
     --no-ignore-vcs --no-ignore-parent --no-ignore-global --no-ignore-dot --no-ignore-files
     --no-ignore-messages --ignore-file< --ignore-case --case-sensitive --smart-case
     --fixed-strings --word-regexp --line-regexp --invert-match --only-matching --passthru
     --multiline --multiline-dotall --pcre2 --auto-hybrid-regex --color= --colors= --json --null
     --null-data --pretty --quiet --stats --text --binary --trim --vimgrep --with-filename
     --no-filename --unrestricted --no-messages --no-config --crlf --byte-offset --context-separator=
     --field-context-separator= --field-match-separator= --line-buffered --block-buffered
     --no-mmap --mmap --no-unicode --one-file-system --include-zero --glob-case-insensitive
     --stop-on-nonmatch --version`,
    ({ flags, operands }) =>
      flags.has('--files') || flags.has('--type-list')
        ? operands
        : patternThenPaths('-e', '-f', '--regexp', '--file')({ flags, operands, files: [] }),
  ),
  fd: reader(
    `-HIuisagFp0l1qn -d: -t: -e: -E: -S: -c: -j: --hidden --no-ignore --unrestricted --case-sensitive
     --ignore-case --glob --fixed-strings --absolute-path --full-path --max-depth= --min-depth=
     --exact-depth= --exclude= --type= --extension= --size= --color= --threads= --max-results=
     --print0 --quiet --changed-within= --changed-before= --no-ignore-vcs --no-ignore-parent
     --strip-cwd-prefix? --regex --list-details`,
    ({ flags, operands, files }) =>
      // --list-details starts ls.
      flags.has('-l') || flags.has('--list-details')
        ? undefined
        : patternThenPaths()({ flags, operands, files }),
  ),
  which: reader('-as', () => []),
};
