import type { Block } from '../../tool/rendering.ts';
import { plainText } from '../plain-text.ts';
import type { Note } from './cut-rendered.ts';
import { escapeHtml } from './escape-html.ts';

/** A rendering as HTML: elements and classes are ours, every character of the data is text. */
export function renderedHtml(blocks: readonly (Block | Note)[]): string {
  return blocks.map(blockHtml).join('\n');
}

function blockHtml(block: Block | Note): string {
  switch (block.type) {
    case 'note':
      return `<p class="note">${escapeHtml(block.text)}</p>`;
    case 'line':
      return `<p class="line">${escapeHtml(block.text)}</p>`;
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
    case 'diff':
      return `<pre class="diff"><code>${diffLines(block.text)}</code></pre>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
  }
}

function diffLines(text: string): string {
  return plainText(text)
    .split('\n')
    .map((line) => {
      const kind = DIFF_MARKS[line[0] ?? ''];
      const shown = escapeHtml(line);
      return kind === undefined ? shown : `<span class="${kind}">${shown}</span>`;
    })
    .join('\n');
}

const DIFF_MARKS: Readonly<Record<string, string>> = { '+': 'add', '-': 'del', '@': 'hunk' };
