import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { applyDelta } from './git-delta.ts';

export type ObjectKind = 'commit' | 'tree' | 'blob' | 'tag';

export interface GitObject {
  readonly kind: ObjectKind;
  /** Empty for a blob: what files hold is nobody's business here. */
  readonly body: Buffer;
}

const KINDS: readonly (ObjectKind | undefined)[] = [undefined, 'commit', 'tree', 'blob', 'tag'];
const OFFSET_DELTA = 6;
const ID_DELTA = 7;
const FANOUT = 8;
const NAMES = FANOUT + 1024;
const ID = 20;
const MAX_BYTES = 16_777_216;
const MAX_DEPTH = 300;

/** One pack of objects and its index (version 2). */
export class GitPack {
  readonly #stem: string;
  readonly #based: (id: string) => GitObject;
  #index: Buffer | undefined;

  /** @param based reads what a delta is based on, by its id. */
  constructor(stem: string, based: (id: string) => GitObject) {
    this.#stem = stem;
    this.#based = based;
  }

  /** The ids that begin so: two are enough to know that it is not one. */
  idsFrom(start: string): readonly string[] {
    const first = this.#firstFrom(start.padEnd(ID * 2, '0'));
    const ids = [first, first + 1].filter((at) => at < this.#count).map((at) => this.#idAt(at));
    return ids.filter((id) => id.startsWith(start));
  }

  read(id: string, withBlobs: boolean): GitObject | undefined {
    const at = this.#firstFrom(id);
    if (at >= this.#count || this.#idAt(at) !== id) return undefined;
    const file = openSync(`${this.#stem}.pack`, 'r');
    try {
      const offset = this.#offsetAt(at);
      const kind = this.#kindAt(file, offset, MAX_DEPTH);
      if (kind === 'blob' && !withBlobs) return { kind, body: Buffer.alloc(0) };
      return { kind, body: this.#bodyAt(file, offset, MAX_DEPTH) };
    } finally {
      closeSync(file);
    }
  }

  get #idx(): Buffer {
    this.#index ??= readFileSync(`${this.#stem}.idx`);
    if (this.#index.readUInt32BE(0) !== 0xff744f63 || this.#index.readUInt32BE(4) !== 2) {
      throw new Error('A pack has an index that is not known.');
    }
    return this.#index;
  }

  get #count(): number {
    return this.#idx.readUInt32BE(NAMES - 4);
  }

  #idAt(at: number): string {
    return this.#idx.toString('hex', NAMES + at * ID, NAMES + (at + 1) * ID);
  }

  #firstFrom(id: string): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#idAt(middle) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #offsetAt(at: number): number {
    const offsets = NAMES + this.#count * (ID + 4);
    const offset = this.#idx.readUInt32BE(offsets + at * 4);
    if (offset < 0x80000000) return offset;
    const large = offsets + this.#count * 4 + (offset - 0x80000000) * 8;
    return Number(this.#idx.readBigUInt64BE(large));
  }

  #kindAt(file: number, offset: number, depth: number): ObjectKind {
    const { type, base } = entryAt(file, offset);
    const kind = KINDS[type];
    if (kind) return kind;
    if (base === undefined || depth === 0) throw new Error('A pack is not understood.');
    return typeof base === 'number' ? this.#kindAt(file, base, depth - 1) : this.#based(base).kind;
  }

  #bodyAt(file: number, offset: number, depth: number): Buffer {
    const { base, data, size } = entryAt(file, offset);
    const body = inflated(file, data, size);
    if (base === undefined) return body;
    if (depth === 0) throw new Error('A pack is not understood.');
    const below =
      typeof base === 'number' ? this.#bodyAt(file, base, depth - 1) : this.#based(base).body;
    return applyDelta(below, body);
  }
}

interface Entry {
  readonly type: number;
  readonly size: number;
  /** Where the packed bytes begin. */
  readonly data: number;
  /** Of a delta: what it changes, by its place or its id. */
  readonly base: number | string | undefined;
}

function entryAt(file: number, offset: number): Entry {
  const head = bytesAt(file, offset, 64);
  let at = 0;
  let byte = head.readUInt8(at);
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let unit = 16; byte & 0x80; unit *= 128) {
    at += 1;
    byte = head.readUInt8(at);
    size += (byte & 0x7f) * unit;
  }
  at += 1;
  if (type === ID_DELTA) {
    return { type, size, data: offset + at + ID, base: head.toString('hex', at, at + ID) };
  }
  if (type !== OFFSET_DELTA) return { type, size, data: offset + at, base: undefined };
  byte = head.readUInt8(at);
  let back = byte & 0x7f;
  while (byte & 0x80) {
    at += 1;
    byte = head.readUInt8(at);
    back = (back + 1) * 128 + (byte & 0x7f);
  }
  return { type, size, data: offset + at + 1, base: offset - back };
}

function inflated(file: number, offset: number, size: number): Buffer {
  if (size > MAX_BYTES) throw new Error('An object is too large.');
  // What can't be made smaller grows a little.
  const packed = bytesAt(file, offset, size + (size >>> 8) + 128);
  const { inflateSync } = process.getBuiltinModule('node:zlib');
  const body = inflateSync(packed, { maxOutputLength: size + 1 });
  if (body.length !== size) throw new Error('A pack is not understood.');
  return body;
}

function bytesAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, Math.min(length, fstatSync(file).size - offset)));
  readSync(file, bytes, 0, bytes.length, offset);
  return bytes;
}
