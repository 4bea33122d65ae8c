import { formatCount } from '../format.ts';
import { cutRendered, shownOf, wholeOf } from '../render/cut-rendered.ts';
import { escapeHtml } from '../render/escape-html.ts';
import { renderedHtml } from '../render/rendered-html.ts';

/** Text of others longer than this is cut in the page, with a note of how much is left out. */
export const MAX_SHOWN = 100_000;

export function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** Leads to a place of this page, where there is one. @param shown HTML. */
export function link(anchor: string | undefined, shown: string): string {
  return anchor === undefined ? `<span>${shown}</span>` : `<a href="#${anchor}">${shown}</a>`;
}

/** Words as they came, line breaks kept. */
export function words(text: string, name = 'words', max = MAX_SHOWN): string {
  const pieces = shownOf(cutRendered(wholeOf([{ type: 'line', text }]), max));
  return `<div class="${name}">${renderedHtml(pieces)}</div>`;
}

/** Any value as JSON. */
export function json(value: unknown, max = MAX_SHOWN): string {
  const text = JSON.stringify(value, null, 2) ?? '';
  return renderedHtml(shownOf(cutRendered(wholeOf([{ type: 'code', text }]), max)));
}

/** @param summary HTML. */
export function folded(summary: string, body: string, options: { open?: boolean } = {}): string {
  return `<details${options.open ? ' open' : ''}><summary>${summary}</summary>\n${body}\n</details>`;
}

export function section(title: string, body: string, id: string): string {
  return body === ''
    ? ''
    : `<section id="${id}">\n<h2>${escapeHtml(title)}</h2>\n${body}\n</section>\n`;
}

/** A list of at most `max` entries, and how many more there are. */
export function list(items: readonly string[], max: number, name: string): string {
  if (items.length === 0) return '';
  const left = items.length - max;
  const more = left > 0 ? `\n<p class="note">… and ${formatCount(left)} more</p>` : '';
  const shown = items.slice(0, max).map((item) => `<li>${item}</li>`);
  return `<ul class="${name}">\n${shown.join('\n')}\n</ul>${more}`;
}
