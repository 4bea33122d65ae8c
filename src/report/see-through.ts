import { redactJson } from '../base/redact/redact-json.ts';
import type { Redactor } from '../base/redactor.ts';
import { withoutUnseen } from './plain-text.ts';

/**
 * A redactor that also finds what is hidden by characters nobody sees: a secret with a zero-width
 * space in it reads as the secret, and is it again as soon as somebody copies it or a report cleans
 * the text. Where one is found, the text is given without such characters; else it stays as it is.
 */
export function seeThrough(redactor: Redactor): Redactor {
  const redact = (text: string): string => {
    const clean = redactor.redact(text);
    const seen = withoutUnseen(clean);
    if (seen === clean) return clean;
    const found = redactor.redact(seen);
    return found === seen ? clean : found;
  };
  return {
    redact,
    found: (text) => [
      ...redactor.found(text),
      ...redactor.found(withoutUnseen(redactor.redact(text))),
    ],
    redactValue: (value) => redactJson(value, redact),
    stream: () => redactor.stream(),
    hide: (secrets) => redactor.hide(secrets),
  };
}
