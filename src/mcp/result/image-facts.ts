export interface ImageFacts {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** Pixels; `undefined`: they can't be told. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

/** What kind of picture it is by its first bytes, whatever it calls itself; `undefined`: none that the API takes. */
export function imageFacts(bytes: Buffer): ImageFacts | undefined {
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n' && bytes.length > 24) {
    const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    return { mediaType: 'image/png', size };
  }
  if (/^GIF8[79]a/.test(bytes.subarray(0, 6).toString('latin1')) && bytes.length > 10) {
    const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    return { mediaType: 'image/gif', size };
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) {
    return { mediaType: 'image/jpeg', size: jpegSize(bytes) };
  }
  const riff = bytes.subarray(0, 4).toString('latin1') === 'RIFF';
  if (riff && bytes.subarray(8, 12).toString('latin1') === 'WEBP') {
    return { mediaType: 'image/webp', size: webpSize(bytes) };
  }
  return undefined;
}

/** In the first frame header (ITU-T T.81, B.2.2). */
function jpegSize(bytes: Buffer): ImageFacts['size'] {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Of the extended, the lossless and the lossy form (RFC 9649). */
function webpSize(bytes: Buffer): ImageFacts['size'] {
  if (bytes.length < 30) return undefined;
  const form = bytes.subarray(12, 16).toString('latin1');
  if (form === 'VP8X') {
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  if (form === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (form !== 'VP8 ') return undefined;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}
