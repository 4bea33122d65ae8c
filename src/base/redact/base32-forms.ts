const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const MIN_CORE = 12;

/**
 * The base32 writings of bytes (RFC 4648, lower case: what fits into a host name) for each of the
 * five places at which they can start in what was encoded: the characters that depend on them alone.
 */
export function base32Forms(bytes: Uint8Array): string[] {
  return [0, 1, 2, 3, 4]
    .map((shift) => {
      const all = encode([...Array<number>(shift).fill(0), ...bytes]);
      return all.slice(Math.ceil((shift * 8) / 5), Math.floor(((shift + bytes.length) * 8) / 5));
    })
    .filter(({ length }) => length >= MIN_CORE);
}

function encode(bytes: readonly number[]): string {
  let out = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) out += ALPHABET.charAt((held >> (bits - 5)) & 31);
  }
  return out;
}
