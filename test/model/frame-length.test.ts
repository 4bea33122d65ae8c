import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameLength } from '../../src/model/frame-length.ts';

function frame(bytes: number): Buffer {
  const whole = Buffer.alloc(bytes, 0xff);
  whole.writeUInt32BE(bytes);
  return whole;
}

function feed(bytes: Buffer, sizes: readonly number[]): void {
  const length = new FrameLength();
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    length.take(bytes.subarray(at, at + size));
    at += size;
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1 });
const frames = fc
  .array(fc.integer({ min: 16, max: 200 }), { maxLength: 20 })
  .map((all) => Buffer.concat(all.map(frame)));

test('property: frames may be cut anywhere', () => {
  fc.assert(fc.property(frames, sizes, (bytes, cuts) => feed(bytes, cuts)));
});

test('property: behind any frames, one of an impossible length is found, wherever it is cut', () => {
  const impossible = fc.oneof(
    fc.integer({ min: 0, max: 15 }),
    fc.integer({ min: 32_000_001, max: 2 ** 32 - 1 }),
  );
  fc.assert(
    fc.property(frames, impossible, sizes, (bytes, said, cuts) => {
      const head = Buffer.alloc(4);
      head.writeUInt32BE(said);
      expect(() => feed(Buffer.concat([bytes, head]), cuts)).toThrow(`${said} bytes`);
    }),
  );
});
