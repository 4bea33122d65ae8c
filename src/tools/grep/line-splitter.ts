import { StringDecoder } from 'node:string_decoder';

/** Calls `onPart` with each piece of a stream that ends with `end`; the last may lack it. */
export function splitter(
  end: '\n' | '\0',
  onPart: (part: string) => void,
): { add(chunk: Uint8Array): void; finish(): void } {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return {
    add(chunk) {
      const parts = (rest + decoder.write(chunk)).split(end);
      rest = parts.pop() ?? '';
      for (const part of parts) onPart(part);
    },
    finish() {
      rest += decoder.end();
      if (rest !== '') onPart(rest);
      rest = '';
    },
  };
}
