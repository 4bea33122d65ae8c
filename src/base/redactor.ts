import { createHiddenScan } from './redact/hidden-scan.ts';
import { createLiteralScan, type LabelledForm } from './redact/literal-scan.ts';
import { redactJson } from './redact/redact-json.ts';
import { RedactStream } from './redact/redact-stream.ts';
import { formsOf, isHideable, rareFormsOf, type SecretForm } from './redact/secret-forms.ts';
import { mergeSpans, replaceSpans, type Span } from './redact/span.ts';
import { findTokenShapes, SHAPE_LABEL } from './redact/token-shapes.ts';

export interface Secret {
  /** Shown in its place: `[redacted NAME]`. */
  readonly name: string;
  readonly value: string;
}

/**
 * Takes secrets out of everything that leaves a run. Registered values go in every writing known
 * here (escaped, encoded, in parts, over line breaks), tokens of known makers by their form.
 * Linear in the text; what is redacted already stays as it is.
 */
export interface Redactor {
  redact(text: string): string;
  /** What `redact` would take out, as it stands there; empty: nothing. */
  found(text: string): readonly string[];
  /**
   * The same value with every string in it redacted, names of properties too; the same object when
   * nothing was found. Only plain data; what is nested deeper than 200 levels is left out.
   */
  redactValue<Value>(value: Value): Value;
  /** For text that comes in pieces: a secret that is split over them does not get through. */
  stream(): RedactStream;
  /** Takes out these as well from now on: tokens that were made on the way. */
  hide(secrets: readonly Secret[]): void;
}

/** Passes until a text stands: a label put in can, with the text beside it, make a new form. */
const MAX_PASSES = 4;
const SHORT = 64;
const MAX_KNOWN = 4_000;

/**
 * @param secrets values shorter than four characters and common words (`true`, `main`) are left out:
 *   hiding them would hide the text.
 */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  let known = secrets;
  let scans = scansFor(known);
  const find = (text: string): readonly Span[] => {
    const spans = [...scans.scan(text), ...findTokenShapes(text)];
    if (scans.hasForms) spans.push(...scans.scanHidden(text));
    return spans.length === 0 ? spans : mergeSpans(spans);
  };
  const clean = (text: string, onSpans?: (spans: readonly Span[], text: string) => void) => {
    let current = text;
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const spans = find(current);
      if (spans.length === 0) break;
      const next = replaceSpans(current, spans);
      if (next === current) break;
      onSpans?.(spans, current);
      current = next;
    }
    return current;
  };
  let redact = rememberShort((text) => clean(text));
  return {
    redact: (text) => redact(text),
    found: (text) => {
      const found: string[] = [];
      clean(text, (spans, at) => {
        const replaced = spans.filter(({ start, end, label }) => at.slice(start, end) !== label);
        found.push(...replaced.map(({ start, end }) => at.slice(start, end)));
      });
      return found;
    },
    redactValue: (value) => redactJson(value, redact),
    stream: () =>
      new RedactStream({ find, redact: (text) => redact(text), longest: scans.longest }),
    hide: (more) => {
      known = [...known, ...more];
      scans = scansFor(known);
      redact = rememberShort((text) => clean(text));
    },
  };
}

function scansFor(secrets: readonly Secret[]) {
  const { forms, scan } = labelled(secrets, formsOf);
  const longest = forms.reduce((most, form) => Math.max(most, form.text.length), 0);
  const scanHidden = createHiddenScan({
    values: secrets.map(({ value }) => value),
    scan,
    makeRareScan: () => labelled(secrets, rareFormsOf).scan,
    longest,
  });
  return { scan, scanHidden, longest, hasForms: forms.length > 0 };
}

/** Names of fields, tools and models come over and over: they are looked at once. */
function rememberShort(redact: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > SHORT) return redact(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MAX_KNOWN) known.clear();
    const clean = redact(text);
    known.set(text, clean);
    return clean;
  };
}

function labelled(secrets: readonly Secret[], write: (value: string) => SecretForm[]) {
  const forms: LabelledForm[] = secrets
    .filter(({ value }) => isHideable(value) && !'[redacted '.includes(value.trim()))
    .flatMap(({ name, value }) => {
      const label = `[redacted ${plainName(name)}]`;
      return write(value).map((form) => ({ ...form, label }));
    });
  const scan = createLiteralScan(forms);
  // A name that holds a secret must not be shown, and a label must not be found again.
  const labels = new Set(forms.map(({ label }) => label));
  const telling = new Set([...labels].filter((label) => scan(label).length > 0));
  if (telling.size === 0) return { forms, scan };
  const silent = forms.map((form) =>
    telling.has(form.label) ? { ...form, label: SHAPE_LABEL } : form,
  );
  return { forms: silent, scan: createLiteralScan(silent) };
}

function plainName(name: string): string {
  return name.replace(/[^\w.-]/g, '_').slice(0, 60) || 'SECRET';
}
