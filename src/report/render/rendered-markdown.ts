import type { Block } from '../../tool/rendering.ts';
import type { LiveWords } from '../live-words.ts';
import { codeBlock, codeSpan } from '../markdown.ts';
import { plainText } from '../plain-text.ts';
import type { Note } from './cut-rendered.ts';

/**
 * A rendering as Markdown that shows its text to the letter: all of it stands in code, where nothing
 * calls, links, loads or closes anything, and where no mark of it is lost as markup would be.
 */
export function renderedMarkdown(blocks: readonly (Block | Note)[], words: LiveWords): string {
  return blocks.map((block) => blockMarkdown(block, words)).join('\n\n');
}

function blockMarkdown(block: Block | Note, words: LiveWords): string {
  switch (block.type) {
    case 'note':
      return `_${block.text}_`;
    case 'line':
      return literal(block.text, words);
    case 'code':
      return fenced(block.text, languageOf(block.language), words);
    case 'diff':
      return fenced(block.text, 'diff', words);
    case 'list':
      return block.items.some(hasBreak)
        ? fenced(block.items.join('\n'), 'text', words)
        : block.items.map((item) => `- ${literal(item, words)}`).join('\n');
  }
}

/** A code span can't hold a line break. */
function literal(text: string, words: LiveWords): string {
  return hasBreak(text)
    ? fenced(text, 'text', words)
    : codeSpan(text, words, Number.POSITIVE_INFINITY);
}

function hasBreak(text: string): boolean {
  return plainText(text).includes('\n');
}

function fenced(text: string, language: string, words: LiveWords): string {
  return codeBlock(text, language, words, Number.POSITIVE_INFINITY);
}

function languageOf(language = 'text'): string {
  return /^[\w+#-]{1,20}$/.test(language) ? language : 'text';
}
