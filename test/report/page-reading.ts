import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readTranscript } from '../../src/report/html/read-transcript.ts';
import { runPage } from '../../src/report/html/run-page.ts';
import { loadToolForms } from '../../src/report/html/tool-forms.ts';
import { getAllBaseTools } from '../../src/tools/all.ts';

/** The page of a transcript with this text. */
export async function pageOf(folder: string, text: string, name = 't.jsonl'): Promise<string> {
  const formOf = await loadToolForms(getAllBaseTools());
  const path = join(folder, name);
  writeFileSync(path, text);
  return [...runPage(() => readTranscript(path), formOf)].join('');
}

export const jsonLines = (messages: readonly unknown[]): string =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join('');

const TAGS =
  'html head meta title style body header main section h1 h2 h3 p div span ul ol li a code pre details summary table tr th td svg rect';
const ATTRIBUTES =
  'lang charset http-equiv content name class id open href rel viewBox preserveAspectRatio aria-hidden x width height';

/**
 * What a reader sees of a page. Fails for anything that loads, runs or leads away: an element or an
 * attribute that is not ours, a text that is not escaped, a policy that lets in more than our style.
 */
export function readPage(html: string): string {
  const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? expect.fail('no style');
  const hash = createHash('sha256').update(style).digest('base64');
  expect(html).toContain(
    `http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
  );
  expect(style).not.toMatch(/url\(|@import|expression/i);
  const body = html.replace('<!DOCTYPE html>', '').replace(style, '');
  const token =
    /<(\/?)([a-z0-9]+)((?: [a-zA-Z-]+(?:="[^"<>]*")?)*)\/?>|&(amp|lt|gt|quot|#39);|([^<>&]+)/y;
  const tags = new Set(TAGS.split(' '));
  const attributes = new Set(ATTRIBUTES.split(' '));
  let text = '';
  while (token.lastIndex < body.length) {
    const from = token.lastIndex;
    const found = token.exec(body);
    if (!found) expect.fail(`neither text nor an element: ${body.slice(from, from + 80)}`);
    const [, , tag, given = '', entity, plain] = found;
    text += plain ?? ENTITIES[entity ?? ''] ?? '';
    if (tag !== undefined) expect(tags).toContain(tag);
    for (const [, name = '', value = ''] of given.matchAll(/ ([a-zA-Z-]+)(?:="([^"]*)")?/g)) {
      expect(attributes).toContain(name);
      if (name === 'href') expect(value).toMatch(/^(?:#(?:call|turn)-\d+|https:\/\/[\w./:-]+)$/);
      if (name === 'id') expect(value).toMatch(/^[a-z]+(?:-\d+)?$/);
      if (name === 'class') expect(value).toMatch(/^[a-z]+(?: [a-z]+)?$/);
    }
  }
  return text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};
