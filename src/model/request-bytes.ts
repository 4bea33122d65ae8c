/** A segment grows to about so many bytes; then the next one begins. */
const SEGMENT = 65_536;
const COMMA = Buffer.from(',');

interface Segment {
  readonly messages: readonly unknown[];
  readonly bytes: Buffer;
}

/**
 * Turns requests into bytes. A run sends what it has said with each of its requests: what was sent twice
 * is kept as bytes, in segments of many messages, and neither serialised nor copied again. A message that
 * was sent must never be changed, only replaced.
 */
export class RequestBytes {
  readonly #segments: Segment[] = [];
  /** The messages of the request before. */
  #before: readonly unknown[] = [];

  /** The bytes of `JSON.stringify(body)`, in parts; `undefined` for a body without messages. */
  of(body: unknown): readonly Uint8Array[] | undefined {
    if (typeof body !== 'object' || body === null || !('messages' in body)) return undefined;
    const { messages } = body;
    if (!Array.isArray(messages) || messages.length === 0) return undefined;
    const rest = listed(messages.slice(this.#keep(messages)));
    const fields = Object.entries(body).filter(([, value]) => value !== undefined);
    const at = fields.findIndex(([name]) => name === 'messages');
    const before = membersOf(fields.slice(0, at)).map((member) => `${member},`);
    const behind = membersOf(fields.slice(at + 1)).map((member) => `,${member}`);
    return [
      Buffer.from(`{${before.join('')}"messages":[`),
      ...this.#segments.flatMap(({ bytes }) => [bytes, COMMA]),
      Buffer.from(`${rest}]${behind.join('')}}`),
    ];
  }

  /** Keeps what is the same for the second time. Gives how many messages are kept, never all. */
  #keep(messages: readonly unknown[]): number {
    let kept = 0;
    const changed = this.#segments.findIndex((segment) => {
      const same = segment.messages.every((message, at) => message === messages[kept + at]);
      if (same) kept += segment.messages.length;
      return !same || kept === messages.length;
    });
    if (changed >= 0) {
      kept = this.#segments.slice(0, changed).reduce((sum, { messages: m }) => sum + m.length, 0);
      this.#segments.length = changed;
    }
    let same = kept;
    while (same < messages.length - 1 && messages[same] === this.#before[same]) same += 1;
    this.#before = messages;
    if (same > kept) this.#add(messages.slice(kept, same));
    return same;
  }

  #add(messages: readonly unknown[]): void {
    const bytes = Buffer.from(listed(messages));
    const last = this.#segments.at(-1);
    if (!last || last.bytes.length >= SEGMENT) {
      this.#segments.push({ messages, bytes });
      return;
    }
    this.#segments[this.#segments.length - 1] = {
      messages: [...last.messages, ...messages],
      bytes: Buffer.concat([last.bytes, COMMA, bytes]),
    };
  }
}

/** A JSON list without its brackets. */
function listed(values: readonly unknown[]): string {
  return JSON.stringify(values).slice(1, -1);
}

function membersOf(fields: readonly (readonly [string, unknown])[]): string[] {
  return fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
}
