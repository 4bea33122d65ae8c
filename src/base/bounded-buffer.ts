/** Keeps the first bytes of a stream and forgets the rest. */
export interface BoundedBuffer {
  add(chunk: Buffer): void;
  /** What was kept, as UTF-8; bad bytes become U+FFFD. */
  text(): string;
  overflowed(): boolean;
}

export function boundedBuffer(maxBytes: number): BoundedBuffer {
  const chunks: Buffer[] = [];
  let room = maxBytes;
  let overflowed = false;
  return {
    add(chunk) {
      if (chunk.length > room) overflowed = true;
      // A copy when cut: a slice would hold the whole chunk in memory.
      const part = chunk.length > room ? Buffer.from(chunk.subarray(0, room)) : chunk;
      if (part.length > 0) chunks.push(part);
      room -= part.length;
    },
    text: () => Buffer.concat(chunks).toString('utf8'),
    overflowed: () => overflowed,
  };
}
