import { Buffer } from 'node:buffer';

const MIN_CORE = 8;

/**
 * The base64 and base64url writings of bytes, as a whole and for each of the three places at which
 * they can start in what was encoded: of those, the characters that depend on these bytes alone.
 */
export function* base64Forms(bytes: Uint8Array): Generator<string> {
  const standard = [Buffer.from(bytes).toString('base64'), ...cores(bytes)];
  for (const form of standard) {
    if (form.length < MIN_CORE) continue;
    yield form;
    yield form.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    yield form.replaceAll('+', '%2B').replaceAll('/', '%2F').replaceAll('=', '%3D');
    yield form.replaceAll('/', '\\/');
  }
}

function* cores(bytes: Uint8Array): Generator<string> {
  for (const shift of [0, 1, 2]) {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes]);
    const first = Math.ceil((shift * 8) / 6);
    const end = Math.floor((padded.length * 8) / 6);
    yield padded.toString('base64').slice(first, end);
  }
}
