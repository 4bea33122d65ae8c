/** The longest line that is looked at for the announcement, characters. */
const LONGEST = 1_000;

/** What a hook that goes on by itself says of it. */
interface GoesOn {
  /** How long it may, ms from now; absent: as long as any. */
  readonly timeoutMs: number | undefined;
}

export interface AsyncAnnouncement {
  take(chunk: Buffer, stream: 'stdout' | 'stderr'): void;
  /** Resolves when the hook said that it goes on by itself; perhaps never. */
  readonly seen: Promise<GoesOn>;
}

/** Listens for `{"async": true}` as the first thing that a hook prints (contracts 2.6). */
export function announcesAsync(): AsyncAnnouncement {
  let text = '';
  let resolve = (_: GoesOn) => {};
  const seen = new Promise<GoesOn>((done) => {
    resolve = done;
  });
  return {
    seen,
    take: (chunk, stream) => {
      if (stream !== 'stdout' || text.length > LONGEST) return;
      text += chunk.toString('utf8');
      // More may follow in the same piece: the first line is what counts.
      const found = announcement(text.trimStart().split('\n', 1)[0] ?? '');
      if (found) resolve(found);
    },
  };
}

function announcement(line: string): GoesOn | undefined {
  const text = line.trim();
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  try {
    const value = JSON.parse(text) as { async?: unknown; asyncTimeout?: unknown };
    if (value.async !== true) return undefined;
    const { asyncTimeout } = value;
    return { timeoutMs: typeof asyncTimeout === 'number' ? asyncTimeout : undefined };
  } catch {
    return undefined;
  }
}
