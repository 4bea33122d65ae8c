import { plainText } from '../plain-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Text of others as HTML that shows just that text, between tags and in quoted attributes. What
 * controls terminals or hides is gone, what turns the order of reading is written out.
 */
export function escapeHtml(text: string): string {
  return plainText(text).replace(/[&<>"']/g, (unit) => ENTITIES[unit] ?? unit);
}
