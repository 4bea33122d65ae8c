/** The longest message that is read, bytes. */
const MAX_LINE = 67_108_864;

export interface LineReader {
  /** @throws Error for a line that never ends. */
  push(chunk: Buffer): readonly string[];
}

/** Takes output in pieces and gives its whole lines. Each byte is looked at once, however long a line. */
export function lineReader(maxBytes = MAX_LINE): LineReader {
  let held: Buffer[] = [];
  let size = 0;
  return {
    push(chunk) {
      const lines: string[] = [];
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        held.push(chunk.subarray(from, end));
        lines.push(Buffer.concat(held).toString('utf8').replace(/\r$/, ''));
        held = [];
        size = 0;
        from = end + 1;
      }
      size += chunk.length - from;
      if (size > maxBytes) throw new Error(`It sent a message of more than ${maxBytes} bytes`);
      if (from < chunk.length) held.push(chunk.subarray(from));
      return lines;
    },
  };
}
