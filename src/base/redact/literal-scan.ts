import { GRAM, GramFilter } from './gram-filter.ts';
import type { SecretForm } from './secret-forms.ts';
import type { Span } from './span.ts';

export interface LabelledForm extends SecretForm {
  readonly label: string;
}

/** Where four characters of a form stand in it. */
interface Anchor {
  readonly form: number;
  readonly offset: number;
}

/** Closer than a run needs: a line break may stand in one four, not in all. */
const MAX_STEP = 16;
const CR = 13;
const LF = 10;

/**
 * Finds every run of a form that is long enough to count, in one pass over the text and in time
 * that doesn't grow with the number of forms: four characters of the text at a time are looked up
 * among sampled fours of the forms (any run that counts holds one of them), and only a hit is
 * compared. Line breaks inside a run are passed over: base64 and terminals wrap.
 */
export function createLiteralScan(forms: readonly LabelledForm[]): (text: string) => Span[] {
  const filter = new GramFilter();
  const anchors = new Map<number, Anchor[]>();
  for (const [form, { text, part }] of forms.entries()) {
    // A run of `part` characters holds `part - 3` fours, so one sampled at that distance or less.
    const step = Math.min(part - GRAM + 1, MAX_STEP);
    for (let offset = 0; offset + GRAM <= text.length; offset += step) {
      const gram = filter.add(text, offset);
      const same = anchors.get(gram);
      if (same) same.push({ form, offset });
      else anchors.set(gram, [{ form, offset }]);
    }
  }
  if (anchors.size === 0) return () => [];
  return (text) => scan(text, forms, filter, anchors);
}

function scan(
  text: string,
  forms: readonly LabelledForm[],
  filter: GramFilter,
  anchors: ReadonlyMap<number, readonly Anchor[]>,
): Span[] {
  const spans: Span[] = [];
  const covered = new Map<number, number>();
  filter.each(text, (gram, at) => {
    const last = at + GRAM - 1;
    for (const anchor of anchors.get(gram) ?? []) {
      const form = forms[anchor.form];
      // Without this, a form that repeats itself would be compared again at every character.
      if (!form || (covered.get(anchor.form) ?? 0) > last) continue;
      const span = runAround(text, at, form, anchor.offset);
      if (!span) continue;
      spans.push(span);
      covered.set(anchor.form, span.end);
    }
  });
  return spans;
}

/** The longest run of the form around an anchor, when it counts. */
function runAround(text: string, at: number, form: LabelledForm, offset: number): Span | undefined {
  if (!text.startsWith(form.text.slice(offset, offset + GRAM), at)) return undefined;
  const left = extend(text, at - 1, form.text, offset - 1, -1);
  const right = extend(text, at + GRAM, form.text, offset + GRAM, 1);
  if (left.count + GRAM + right.count < form.part) return undefined;
  const start = left.edge + 1;
  const end = right.edge;
  if (form.bounded && (isWord(text, start - 1) || isWord(text, end))) return undefined;
  return { start, end, label: form.label };
}

/** Goes on while text and form agree; `edge` is the first text offset that is no longer in the run. */
function extend(text: string, at: number, form: string, offset: number, step: 1 | -1) {
  let i = at;
  let edge = at;
  let count = 0;
  let breaks = 0;
  while (i >= 0 && i < text.length && offset + count * step >= 0) {
    const unit = text.charCodeAt(i);
    if (unit === form.charCodeAt(offset + count * step)) {
      count++;
      breaks = 0;
      edge = i + step;
    } else if ((unit !== LF && unit !== CR) || ++breaks > 2) {
      break;
    }
    i += step;
  }
  return { edge, count };
}

function isWord(text: string, at: number): boolean {
  return at >= 0 && at < text.length && /[A-Za-z0-9]/.test(text.charAt(at));
}
