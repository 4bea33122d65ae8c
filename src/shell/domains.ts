import { programName } from './program-name.ts';
import { transferOf } from './transfers.ts';
import { allValues, literal, type ShellWord } from './word.ts';

/** Stands for a host that isn't known beforehand, so that no list of known hosts lets it through. */
const UNKNOWN_HOST = 'unknown.invalid';

/** Their bare operands are addresses too: `curl example.com/x`. */
const BARE = new Set(['curl', 'wget', 'http', 'https', 'xh']);
const URLS = new Set([...BARE, 'git', 'npm', 'pip', 'pip3', 'npx', 'websocat', 'aria2c']);
const HOSTS = new Set([
  'ssh',
  'scp',
  'sftp',
  'nc',
  'ncat',
  'netcat',
  'telnet',
  'ftp',
  'ping',
  'dig',
  'nslookup',
  'host',
  'rsync',
  'whois',
]);
/** curl's and wget's short options whose value is the next word. */
const VALUED = /^-[a-zA-Z]*[AbcCdDeEFhHKmopPQrtTuUwXyYzO]$/;
/** Options that lead the request elsewhere or take addresses from a file. */
const REROUTES =
  /^(-K|--config|-i|--input-file|--resolve|--connect-to|-x|--proxy|--preproxy|--socks\S*|--url|--next|-:)(=|$)/;

/** The hosts that the words of a network program name. */
export function domainsOf(words: readonly ShellWord[]): readonly string[] {
  const name = programName(words[0]) ?? '';
  const bare = BARE.has(name);
  if (!URLS.has(name) && !HOSTS.has(name)) return [];
  const values = allValues(words.slice(1));
  const transfer = values && transferOf(name, values);
  if (
    transfer &&
    transfer.problem === undefined &&
    !values.some(({ text }) => REROUTES.test(text))
  ) {
    return [...new Set(transfer.addresses.map((address) => hostOf(address, true) ?? UNKNOWN_HOST))];
  }
  const args = bare ? withoutOptions(words.slice(1)) : words.slice(1);
  const hosts = args.flatMap((word) => {
    if (!word.values) return [hostOf(word.text, false) ?? UNKNOWN_HOST];
    return word.values.flatMap(({ text }) =>
      bare && REROUTES.test(text) ? UNKNOWN_HOST : (hostOf(text, bare || HOSTS.has(name)) ?? []),
    );
  });
  return [...new Set(hosts)];
}

/** Drops curl's and wget's options and their values, but for those that name an address. */
function withoutOptions(words: readonly ShellWord[]): readonly ShellWord[] {
  const kept: ShellWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const text = literal(word);
    const isOption = text?.startsWith('-') && !REROUTES.test(text);
    if (word && !isOption) kept.push(word);
    if (isOption && VALUED.test(text ?? '')) at += 1;
  }
  return kept;
}

function hostOf(text: string, bare: boolean): string | undefined {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(text)?.[1];
  // curl expands {a,b} and [1-3] by itself; what an expansion gives, also before an @, is not known.
  if (authority !== undefined && /[$`{}\\]/.test(authority)) return UNKNOWN_HOST;
  const server = authority?.slice(authority.lastIndexOf('@') + 1);
  const url = server?.startsWith('[') ? server.replace(/\].*$/, ']') : server?.replace(/:.*$/, '');
  const login = /^[\w.-]+@([\w.-]+)(?::|$)/.exec(text)?.[1];
  const plain = bare ? /^([\w-]+(?:\.[\w-]+)+|localhost)(?=[:/?#]|$)/.exec(text)?.[1] : undefined;
  const host = url ?? login ?? plain;
  if (host === undefined) return undefined;
  return /^[\w.-]+$|^\[[0-9a-f:.]+\]$/i.test(host) ? host.toLowerCase() : UNKNOWN_HOST;
}
