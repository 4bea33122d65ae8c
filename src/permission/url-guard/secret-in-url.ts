import { Buffer } from 'node:buffer';
import { base32Forms } from '../../base/redact/base32-forms.ts';
import { createLiteralScan, type LabelledForm } from '../../base/redact/literal-scan.ts';
import { formsOf } from '../../base/redact/secret-forms.ts';
import { findTokenShapes } from '../../base/redact/token-shapes.ts';
import type { Secret } from '../../base/redactor.ts';
import type { UrlRules } from './guard-url.ts';
import { arrangements, decodedRuns, unescapedForms } from './url-views.ts';

/** Encodings around each other that are still taken off. */
const MAX_DEPTH = 2;
/** Shorter texts, without their punctuation, stand in innocent addresses too. */
const MIN_SQUASHED = 12;
const MIN_FORM = 4;

/**
 * Looks for secrets in addresses: the writings that a redactor knows, in any case (host names lose
 * theirs), under layers of escapes and encodings, backwards, and cut into labels, path or
 * parameters. The steps taken grow with the length of the address, not with the number of secrets.
 */
export function createSecretSearch(secrets: readonly Secret[]): UrlRules['carriesSecret'] {
  const forms = foldedForms(secrets);
  const scan = createLiteralScan(forms);
  const scanSquashed = createLiteralScan(squashedForms(forms));
  const isSecret = (text: string) => {
    const folded = fold(text);
    return scan(folded).length > 0 || scanSquashed(squash(folded)).length > 0;
  };
  const isFound = (text: string) => isSecret(text) || isSecret(text.split('').reverse().join(''));

  const search = (text: string, shapes: boolean, depth: number): boolean =>
    unescapedForms(text).some((plain) => {
      if (shapes && findTokenShapes(plain).length > 0) return true;
      const views = depth === 0 ? [plain, ...arrangements(plain)] : [plain];
      if (secrets.length > 0 && views.some(isFound)) return true;
      if (depth === MAX_DEPTH) return false;
      const runs = views.flatMap(decodedRuns);
      return runs.some((run) => search(run, shapes, depth + 1));
    });
  return (url, { shapes }) => search(url, shapes, 0);
}

function foldedForms(secrets: readonly Secret[]): LabelledForm[] {
  const forms = new Map<string, LabelledForm>();
  const add = (given: string, share: number, bounded: boolean) => {
    const text = fold(given);
    const part = Math.max(MIN_FORM, Math.ceil(text.length * share));
    if (text.length >= part && !forms.has(text))
      forms.set(text, { text, part, bounded, label: '' });
  };
  for (const { value } of secrets) {
    const known = formsOf(value);
    for (const { text, part, bounded } of known) add(text, part / text.length, bounded);
    const whole = known[0];
    if (!whole) continue;
    const share = whole.part / whole.text.length;
    for (const text of base32Forms(Buffer.from(value.trim(), 'utf8'))) add(text, share, false);
  }
  return [...forms.values()];
}

function squashedForms(forms: readonly LabelledForm[]): LabelledForm[] {
  return forms.flatMap((form) => {
    const text = squash(form.text);
    if (text.length < MIN_SQUASHED) return [];
    const part = Math.ceil((text.length * form.part) / form.text.length);
    return { ...form, text, part: Math.max(MIN_SQUASHED, part), bounded: false };
  });
}

/** Case and wide letters don't count. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function squash(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]+/gu, '');
}
