import { byteViews } from './byte-runs.ts';
import { dumpViews, endOfDump } from './dump-view.ts';
import { encodedRuns } from './encoded-runs.ts';
import { escapeView, rareEscapeViews, readingsFor } from './escape-view.ts';
import type { MappedText } from './mapped-text.ts';
import { spacedView } from './spaced-view.ts';
import type { Span } from './span.ts';

type Scan = (text: string) => readonly Span[];

interface HiddenScan {
  readonly values: readonly string[];
  /** Finds the known writings of the secrets. */
  readonly scan: Scan;
  /** Finds the rare ones; made when a text first could hold one. */
  readonly makeRareScan: () => Scan;
  /** Length of the longest writing. */
  readonly longest: number;
}

const SHORTEST = 6;
const IS_BASE32 = /[A-Z2-7]{16}/i;

/**
 * Finds secrets that a text only holds once it is read in another way: escapes written out, unseen
 * characters left out, hex put together, encodings around encodings. Linear in the text.
 */
export function createHiddenScan({ values, scan, makeRareScan, longest }: HiddenScan): Scan {
  const readings = readingsFor(values);
  let rareScan: Scan | undefined;
  const inView = (view: MappedText | undefined) => (view ? scan(view.text).map(view.origin) : []);
  return (text) => {
    if (text.length < SHORTEST) return [];
    const spans = readings.flatMap((reading) => inView(escapeView(text, longest, reading)));
    for (const view of [...rareEscapeViews(text, longest), spacedView(text), ...byteViews(text)]) {
      spans.push(...inView(view));
    }
    for (const span of dumpViews(text).flatMap(inView)) {
      spans.push({ ...span, end: endOfDump(text, span.end) });
    }
    for (const run of encodedRuns(text)) {
      const encoded = text.slice(run.start, run.end);
      if (!couldBeRare(encoded)) continue;
      rareScan ??= makeRareScan();
      for (const { start, end, label } of rareScan(encoded)) {
        spans.push({ start: start + run.start, end: end + run.start, label });
      }
    }
    return spans;
  };
}

/** Base64 in base64 has letters of both kinds, UTF-16 in hex has zeros, base32 is all of one kind. */
function couldBeRare(run: string): boolean {
  return (/[a-z]/.test(run) && /[A-Z]/.test(run)) || run.includes('00') || IS_BASE32.test(run);
}
