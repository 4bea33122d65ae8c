import { read } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { promisify } from 'node:util';
import type { ResolvedPath } from '../../base/paths.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import { type Encoding, encodingByMark, markLength } from '../text-file/encoding.ts';
import { refuseBinary } from '../text-file/load-text.ts';
import type { OpenFile } from '../text-file/open-file.ts';
import type { LinePage } from './line-page.ts';

const CHUNK_BYTES = 1024 * 1024;
const readInto = promisify(read);

/**
 * Goes through a file too big to hold, chunk by chunk, and keeps one page. Judged by its first
 * chunk; bytes further on that are no UTF-8 show as U+FFFD. Does not close the file.
 * @throws ToolRefusal when it is no text; the abort reason when aborted.
 */
export async function pageBigFile(
  path: ResolvedPath,
  open: OpenFile,
  page: LinePage,
  signal: AbortSignal,
): Promise<{ page: LinePage; encoding: Encoding }> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let encoding: Encoding | undefined;
  let decoder: StringDecoder | undefined;
  for (let position = 0; ; ) {
    const { bytesRead } = await readInto(open.descriptor, chunk, 0, CHUNK_BYTES, position);
    signal.throwIfAborted();
    if (bytesRead === 0) break;
    let bytes = chunk.subarray(0, bytesRead);
    if (!encoding) {
      refuseBinary(path, bytes);
      encoding = bigEncoding(path, bytes);
      bytes = bytes.subarray(markLength(encoding));
    }
    decoder ??= decoderFor(encoding);
    page.add(decoder.write(bytes));
    position += bytesRead;
  }
  page.add(decoder?.end() ?? '');
  page.end();
  return { page, encoding: encoding ?? { name: 'utf-8', bom: false } };
}

function bigEncoding(path: ResolvedPath, head: Buffer): Encoding {
  const encoding = encodingByMark(head);
  if (encoding.name === 'utf-16be')
    throw new ToolRefusal(
      `${path.path} is UTF-16 big-endian above 10 MB: convert it to UTF-8 first.`,
    );
  if (encoding.name !== 'utf-8') return encoding;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return encoding;
  } catch {
    return { name: 'windows-1252', bom: false };
  }
}

function decoderFor(encoding: Encoding): StringDecoder {
  if (encoding.name === 'windows-1252') return new StringDecoder('latin1');
  return new StringDecoder(encoding.name === 'utf-16le' ? 'utf16le' : 'utf8');
}
