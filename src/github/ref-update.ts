/** One branch that goes from one commit to another. */
export interface RefUpdate {
  /** Such as `refs/heads/topic`. */
  readonly ref: string;
  readonly from: string;
  readonly to: string;
}

/** What git asks of the other side beside the update and needs for its answer: no options of a push. */
const CAPABILITY =
  /^(?:report-status(?:-v2)?|side-band-64k|quiet|atomic|object-format=\w+|agent=\S+|session-id=\S+)$/;
/** Where the history of the sender ends. */
const SHALLOW = /^shallow [0-9a-f]{40,64}$/;

/**
 * Whether the body of a push (`git-receive-pack`) makes the update and nothing else: `moved` when it
 * does, but from another commit.
 */
export function judgePush(body: Buffer, expected: RefUpdate): 'same' | 'moved' | 'other' {
  const read = readLines(body);
  if (!read?.rest.subarray(0, 4).equals(Buffer.from('PACK'))) return 'other';
  const commands = read.lines.filter((line) => !SHALLOW.test(line));
  const [command = '', capabilities = '', ...more] = (commands[0] ?? '').split('\0');
  const words = capabilities.split(' ').filter((word) => word !== '');
  if (commands.length !== 1 || more.length > 0) return 'other';
  if (!words.every((word) => CAPABILITY.test(word))) return 'other';
  const [, from, rest] = /^([0-9a-f]{40,64}) (.*)$/s.exec(command) ?? [];
  // Byte for byte: names of branches are bytes, as the lines are here.
  if (rest !== Buffer.from(`${expected.to} ${expected.ref}`).toString('latin1')) return 'other';
  return from === expected.from ? 'same' : 'moved';
}

/** Git asks so, with no command in it, whether it may send much. */
export function isProbe(body: Buffer): boolean {
  return body.equals(Buffer.from('0000'));
}

/** The lines as git writes them (`gitprotocol-common`, pkt-line) up to the one that ends them. */
function readLines(body: Buffer): { lines: string[]; rest: Buffer } | undefined {
  const lines: string[] = [];
  let at = 0;
  for (;;) {
    const digits = body.toString('latin1', at, at + 4);
    if (!/^[0-9a-f]{4}$/i.test(digits)) return undefined;
    const length = Number.parseInt(digits, 16);
    if (length === 0) return { lines, rest: body.subarray(at + 4) };
    if (length <= 4 || at + length > body.length) return undefined;
    lines.push(body.toString('latin1', at + 4, at + length).replace(/\n$/, ''));
    at += length;
  }
}
