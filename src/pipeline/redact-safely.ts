import type { Governance } from './governance.ts';

/** A text without secrets; when they can't be taken out, without the text. */
export function redactSafely({ redact }: Pick<Governance, 'redact'>, text: string): string {
  try {
    return redact(text);
  } catch {
    return '[withheld: it could not be checked for secrets]';
  }
}
