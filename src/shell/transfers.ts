import { basename } from 'node:path';
import { type Arguments, takeApartBy } from './read-only/reader.ts';
import type { WordValue } from './word.ts';

/** The files and addresses that curl or wget is told of. */
export interface Transfer {
  readonly reads: readonly WordValue[];
  readonly writes: readonly WordValue[];
  readonly addresses: readonly string[];
  /** Why not all of them are known. */
  readonly problem: string | undefined;
}

/**
 * Options whose effect is known here. Not those that take options from a file (-K), names from the server
 * (-J), passwords from the home folder (-n), or another folder for what is written (--output-dir, -P).
 */
const TABLES: Readonly<Record<string, string>> = {
  curl: `-sSfLvkigGINaq046OR -o: -D: -c: -T: -d: -F: -H: -X: -A: -e: -u: -m: -r: -y: -Y: -z: -b: -E: -w: -x:
    --silent --show-error --fail --fail-with-body --location --verbose --insecure --include --globoff
    --get --head --no-buffer --ipv4 --ipv6 --remote-name --compressed --http1.1 --http2 --tlsv1.2
    --output= --dump-header= --cookie-jar= --upload-file= --data= --data-raw= --data-binary= --data-ascii=
    --data-urlencode= --json= --form= --form-string= --header= --request= --user-agent= --referer= --user=
    --max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time= --retry-all-errors
    --retry-connrefused --range= --cookie= --cert= --key< --cacert< --write-out= --proxy= --url= --trace=
    --trace-ascii= --stderr= --etag-save= --etag-compare< --create-dirs --max-redirs= --limit-rate=
    --no-progress-meter --progress-bar --oauth2-bearer= --proto= --version --help`,
  wget: `-qvncSN46 -O: -o: -a: -T: -t: -U: -w: --quiet --verbose --no-verbose --no-clobber --continue
    --timestamping --server-response --spider --output-document= --output-file= --append-output= --timeout=
    --tries= --user-agent= --wait= --header= --method= --post-data= --body-data= --post-file< --body-file<
    --load-cookies< --save-cookies= --ca-certificate< --certificate< --private-key< --user= --password=
    --no-check-certificate --max-redirect= --content-on-error --show-progress --progress= --version --help`,
};
const WRITING: Readonly<Record<string, string>> = {
  curl: '-o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --etag-save',
  wget: '-O --output-document -o --output-file -a --append-output --save-cookies',
};
/** Their value is `@file`, `name@file`, `name=@file`, `name=<file`. */
const SENDING =
  '-d --data --data-binary --data-ascii --data-urlencode --json -F --form -H --header';

/** `undefined` for other programs. */
export function transferOf(name: string, args: readonly WordValue[]): Transfer | undefined {
  const table = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
  if (table === undefined) return undefined;
  const taken = takeApartBy(table, args);
  if (!taken) {
    const problem = `Not every option of ${name} is known here: leave it out.`;
    return { reads: [], writes: [], addresses: [], problem };
  }
  const valuesOf = (flags: string) =>
    flags.split(' ').flatMap((flag) => taken.flags.get(flag) ?? []);
  const addresses = [...taken.operands.map(({ text }) => text), ...valuesOf('--url')];
  const written = valuesOf(WRITING[name] ?? '');
  const reads = name === 'curl' ? sentBy(valuesOf) : [];
  return {
    reads: [...taken.files, ...reads.map(file)],
    writes: [...written, ...namedByAddress(name, taken, addresses)].map(file),
    addresses,
    problem: problemOf(name, addresses, written, [...reads, ...valuesOf('-w --write-out')]),
  };
}

function sentBy(valuesOf: (flags: string) => readonly string[]): readonly string[] {
  return [
    ...valuesOf('-T --upload-file'),
    // Several files, and what is told about them, stand behind each other.
    ...valuesOf(SENDING).flatMap((value) => {
      const found = /^(?:[^=@]*=?)[@<](.*)$/s.exec(value)?.[1];
      return found === undefined ? [] : [found, ...found.split(/[,;]/)];
    }),
    ...valuesOf('-b --cookie').filter((value) => !value.includes('=')),
    ...valuesOf('-E --cert').flatMap((value) => [value, value.replace(/:.*$/, '')]),
  ];
}

/** Where no name is given, the address gives it. */
function namedByAddress(
  name: string,
  { flags }: Arguments,
  addresses: readonly string[],
): readonly string[] {
  const given = ['-O', '--output-document', '--spider'].some((flag) => flags.has(flag));
  const isNamed = name === 'wget' ? !given : flags.has('-O') || flags.has('--remote-name');
  return isNamed ? addresses.map((address) => basename(address)) : [];
}

function problemOf(
  name: string,
  addresses: readonly string[],
  written: readonly string[],
  texts: readonly string[],
): string | undefined {
  if (addresses.some((address) => /^(?!https?:)[^/?#]*:\/\/|^file:/i.test(address)))
    return `${name} is told an address that is neither http nor https.`;
  // curl makes several of {a,b} and [1-3] by itself.
  const isSeveral = addresses.some((address) => /[{}]|^[^/]*(?:\/\/[^/]*)?\[[^:]*\]/.test(address));
  if (isSeveral || [...written, ...texts].some((text) => /#\d|%output|^[^%]*[{[]/.test(text)))
    return `What ${name} makes of braces and marks is not known here.`;
  return texts.some((text) => text.startsWith('@'))
    ? `${name} reads its texts from files.`
    : undefined;
}

function file(text: string): WordValue {
  return { text, glob: false };
}
