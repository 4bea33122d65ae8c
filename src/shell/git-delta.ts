const WHOLE_COPY = 0x10000;

/** What a delta makes of its base (gitformat-pack, “Deltified representation”). */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const from = numberAt(delta, 0);
  const to = numberAt(delta, from.end);
  if (from.value !== base.length) throw new Error('A delta does not fit its base.');
  const parts: Buffer[] = [];
  let at = to.end;
  while (at < delta.length) {
    const order = delta.readUInt8(at);
    at += 1;
    if (order & 0x80) {
      const { offset, size, end } = copyAt(delta, at, order);
      parts.push(base.subarray(offset, offset + size));
      at = end;
    } else {
      if (order === 0) throw new Error('A delta is not understood.');
      parts.push(delta.subarray(at, at + order));
      at += order;
    }
  }
  const made = Buffer.concat(parts);
  if (made.length !== to.value) throw new Error('A delta is not understood.');
  return made;
}

/** The bits of the order say which bytes of place and length follow. */
function copyAt(delta: Buffer, start: number, order: number) {
  let at = start;
  const bytes = [0, 1, 2, 3, 4, 5, 6].map((bit) => {
    if ((order & (1 << bit)) === 0) return 0;
    at += 1;
    return delta.readUInt8(at - 1);
  });
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = bytes;
  const size = e + f * 0x100 + g * 0x10000;
  const offset = a + b * 0x100 + c * 0x10000 + d * 0x1000000;
  return { offset, size: size === 0 ? WHOLE_COPY : size, end: at };
}

function numberAt(delta: Buffer, start: number): { value: number; end: number } {
  let at = start;
  let value = 0;
  for (let unit = 1; ; unit *= 128) {
    const byte = delta.readUInt8(at);
    at += 1;
    value += (byte & 0x7f) * unit;
    if ((byte & 0x80) === 0) return { value, end: at };
  }
}
