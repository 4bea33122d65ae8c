import { closeSync, openSync, readSync } from 'node:fs';

/** Bytes read ahead: a run needs an id per message. */
const POOL_BYTES = 1024;
let pool: Buffer = Buffer.alloc(0);

/**
 * Unguessable bytes from the system. Importing `node:crypto` for them costs 9 ms, in each of the two
 * processes of a run; it is used where there is no `/dev/urandom`.
 */
export function randomBytes(count: number): Buffer {
  if (pool.length < count) pool = systemBytes(Math.max(POOL_BYTES, count));
  const bytes = pool.subarray(0, count);
  pool = pool.subarray(count);
  return bytes;
}

/** A version 4 UUID (RFC 9562, section 5.4). */
export function randomUuid(): string {
  const bytes = Buffer.from(randomBytes(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

function systemBytes(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  let file: number;
  try {
    file = openSync('/dev/urandom', 'r');
  } catch {
    return process.getBuiltinModule('node:crypto').randomBytes(count);
  }
  try {
    let read = 0;
    while (read < count) read += readSync(file, bytes, read, count - read, null);
    return bytes;
  } finally {
    closeSync(file);
  }
}
