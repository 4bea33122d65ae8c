/** The longest line that is looked at for the announcement, characters. */
const LONGEST = 1_000;

export interface AsyncAnnouncement {
  take(chunk: Buffer, stream: 'stdout' | 'stderr'): void;
  /** Resolves when the hook said that it goes on by itself; perhaps never. */
  readonly seen: Promise<'async'>;
}

/** Listens for `{"async": true}` as the first thing that a hook prints (contracts 2.6). */
export function announcesAsync(): AsyncAnnouncement {
  let text = '';
  let resolve = (_: 'async') => {};
  const seen = new Promise<'async'>((done) => {
    resolve = done;
  });
  return {
    seen,
    take: (chunk, stream) => {
      if (stream !== 'stdout' || text.length > LONGEST) return;
      text += chunk.toString('utf8');
      // More may follow in the same piece: the first line is what counts.
      if (isAnnouncement(text.trimStart().split('\n', 1)[0] ?? '')) resolve('async');
    },
  };
}

function isAnnouncement(line: string): boolean {
  const text = line.trim();
  if (!text.startsWith('{') || !text.endsWith('}')) return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'async' in value && value.async === true;
  } catch {
    return false;
  }
}
