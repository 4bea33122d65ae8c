/**
 * The bytes of an IP address, 4 or 16. Only the plain writings: four decimal numbers without leading
 * zeros, or RFC 4291 text. `undefined` for everything else, a zone (`fe80::1%eth0`) included.
 */
export function parseAddress(text: string): readonly number[] | undefined {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

function parseIpv4(text: string): readonly number[] | undefined {
  // 010.0.0.1 is ten to some programs and eight to others.
  if (!/^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/.test(text)) return undefined;
  const bytes = text.split('.').map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

function parseIpv6(text: string): readonly number[] | undefined {
  if (!/^[0-9a-f:.]{2,45}$/i.test(text)) return undefined;
  const [before = '', after, more] = text.split('::');
  if (more !== undefined) return undefined;
  const head = bytesOf(before, after === undefined);
  const tail = bytesOf(after ?? '', true);
  if (!(head && tail)) return undefined;
  const missing = 16 - head.length - tail.length;
  if (after === undefined ? missing !== 0 : missing < 2) return undefined;
  return [...head, ...Array<number>(missing).fill(0), ...tail];
}

/** `atEnd`: the last group may be a dotted IPv4 address. */
function bytesOf(text: string, atEnd: boolean): readonly number[] | undefined {
  if (text === '') return [];
  const groups = text.split(':');
  const bytes: number[] = [];
  for (const [index, group] of groups.entries()) {
    const dotted = atEnd && index === groups.length - 1 ? parseIpv4(group) : undefined;
    if (dotted) bytes.push(...dotted);
    else if (/^[0-9a-f]{1,4}$/i.test(group)) {
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
    } else return undefined;
  }
  return bytes;
}
