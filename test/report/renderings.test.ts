import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneLine } from '../../src/base/text.ts';
import { callBlocks } from '../../src/report/call-records.ts';
import { loadToolForms, resultText } from '../../src/report/html/tool-forms.ts';
import { renderedLines } from '../../src/report/log-text.ts';
import { plainText } from '../../src/report/plain-text.ts';
import { renderedHtml } from '../../src/report/render/rendered-html.ts';
import { renderedMarkdown } from '../../src/report/render/rendered-markdown.ts';
import { type Rendered, renderedText } from '../../src/tool/rendering.ts';
import { getAllBaseTools } from '../../src/tools/all.ts';
import { readHtml, readLog, readMarkdown } from './read-back.ts';
import { MARKED, RENDERING_CASES, type RenderingCase } from './rendering-cases.ts';

const WORDS = { triggerPhrase: '@unattended' };
const tools = getAllBaseTools({ outputJSONSchema: { type: 'object' } });
const message = fc
  .array(fc.oneof(fc.string(), fc.constantFrom('\n', '::x', '<b>', '```', '@a')))
  .map((parts) => parts.join(''));

/** The texts of a rendering, one for each block or item: what its reader should see. */
function textsOf(rendered: Rendered): string[] {
  return rendered.flatMap((block) => (block.type === 'list' ? block.items : [block.text]));
}

/** What differs without being seen: the last line breaks of a text, and how blanks are made. */
const seen = (text: string) =>
  plainText(text)
    .replace(/\n+$/, '')
    .replace(/\u200b/g, '');
const flat = (text: string) =>
  seen(text)
    .replace(/[\t\n ]+/g, ' ')
    .trim();

/** Each form, with its markup taken off again, holds the texts of the rendering and nothing else. */
function expectFaithful(rendered: Rendered): void {
  const texts = textsOf(rendered);
  const log = rendered.map((block) =>
    block.type === 'list' ? block.items.map((item) => `- ${item}`).join('\n') : block.text,
  );
  expect(readLog(renderedLines(rendered))).toBe(
    log.map(seen).join('\n').replaceAll('##[', '#\\#['),
  );
  expect(readHtml(renderedHtml(rendered)).map(seen)).toEqual(texts.map(seen));
  const markdown = renderedMarkdown(rendered, WORDS);
  expect(markdown.toLowerCase()).not.toMatch(/@unattended|<!--\s*unattended/);
  const read = readMarkdown(markdown);
  expect(flat(read.join('\n'))).toBe(flat(texts.join('\n')));
  // In fences every blank and every break counts.
  const fenced = rendered.filter(({ type }) => type === 'code' || type === 'diff');
  const spread = read.map(seen);
  for (const text of textsOf(fenced)) expect(spread).toContain(seen(text));
}

function marksOf(value: unknown, hidden: readonly string[] = []): string[] {
  if (typeof value === 'string') return [...value.matchAll(MARKED)].map(([all]) => all);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    hidden.includes(key) ? [] : marksOf(item, hidden),
  );
}

/** Numbers of the data, and those that counting and adding them up gives. */
function numbersOf(data: unknown): Set<string> {
  const said = new Set<number>([0, 1]);
  let most = 0;
  const walk = (value: unknown): void => {
    if (typeof value === 'number') said.add(value);
    if (typeof value !== 'object' && typeof value !== 'string') return;
    const count = typeof value === 'string' ? value.split('\n').length : itemsOf(value).length;
    most = Math.max(most, count);
    said.add(count);
    if (typeof value === 'object') for (const item of itemsOf(value)) walk(item);
  };
  walk(data);
  const all = [...said];
  // Lines are numbered from a start on; what is not listed is a difference.
  const counted = all.flatMap((a) => Array.from({ length: most + 1 }, (_, index) => a + index));
  const sums = all.flatMap((a) => all.flatMap((b) => [a + b, a - b, a + b - 1]));
  return new Set([...counted, ...sums].map(String));
}

function itemsOf(value: unknown): unknown[] {
  return Object.values(value ?? {}) as unknown[];
}

function flattenedTexts(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string' ? oneLine(value, Number.POSITIVE_INFINITY) : value,
  );
}

/** Every text of the data stands there as it is, and what stands beside them is the tool's own few words. */
function expectOnlyData(
  rendered: string,
  data: unknown,
  of: RenderingCase & { readonly name: string; readonly whole?: boolean },
): void {
  const text = of.decode ? of.decode(rendered) : rendered;
  const shown = marksOf(text);
  const known = marksOf(data);
  for (const mark of shown) expect(known).toContain(mark);
  if (of.whole) for (const mark of marksOf(data, of.hidden)) expect(shown).toContain(mark);
  const own = text.replace(MARKED, ' ').match(/[A-Za-z]+|\d+/g) ?? [];
  const numbers = numbersOf(data);
  const words = new Set([of.name, ...of.words.split(' ')]);
  expect(own.filter((word) => !words.has(word) && !numbers.has(word))).toEqual([]);
}

test('every tool has a case', () => {
  expect(Object.keys(RENDERING_CASES).sort()).toEqual(tools.map(({ name }) => name).sort());
});

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  const of = { ...(RENDERING_CASES[name] ?? expect.fail()), name };
  const { input, output, progress = fc.constant({}) } = of;
  const { rendering } = tool;

  test('what is generated fits its schemas', async () => {
    await tool.prepare();
    fc.assert(
      fc.property(input, output, (given, data) => {
        expect(tool.inputSchema().safeParse(given).error).toBeUndefined();
        expect(tool.outputSchema()?.safeParse(data).error).toBeUndefined();
      }),
    );
  });

  test('a use shows the input, whole and alone, and is inert in each form', () => {
    fc.assert(
      fc.property(input, (given) => {
        const rendered = rendering.use(given);
        expectOnlyData(renderedText(rendered), given, { ...of, hidden: [], whole: true });
        expectFaithful(rendered);
      }),
    );
  });

  test('a result shows the output, whole and alone, and is what a search finds', () => {
    fc.assert(
      fc.property(input, output, (given, data) => {
        const rendered = rendering.result(data, given);
        expectOnlyData(renderedText(rendered), data, { ...of, whole: true });
        expectFaithful(rendered);
        expect(tool.extractSearchText(data)).toBe(renderedText(rendered));
      }),
    );
  });

  test('the page of a run shows a call by them, and tells where the model was told else', async () => {
    const formOf = await loadToolForms(tools);
    fc.assert(
      fc.property(input, output, fc.boolean(), (given, data, isError) => {
        const { content } = tool.mapToolResultToToolResultBlockParam(data, 'id');
        const call = { name, input: given, output: data, isError, refusedBecause: undefined };
        const told = resultText({ content });
        const form = formOf({ ...call, told });
        const parsed = tool.inputSchema().parse(given);
        const blocks = callBlocks(rendering.use(parsed), rendering.result(data, parsed));
        expect(form).toEqual({ summary: form.summary, blocks, toldElse: false });
        expect(formOf({ ...call, told: `${told}!` }).toldElse).toBe(true);
        const bare = formOf({ ...call, output: { foreign: 1 }, told: 'as it came' });
        expect(renderedText(bare.blocks)).toMatch(/(?:^|\n)as it came$/);
        const refused = formOf({ ...call, told: 'no', refusedBecause: 'because' });
        expect(refused.blocks).toEqual([
          ...rendering.use(parsed),
          ...rendering.rejection('because', parsed),
        ]);
      }),
    );
  });

  test('progress, errors and rejections say what they were given', () => {
    fc.assert(
      fc.property(input, message, progress, (given, said, now) => {
        for (const rendered of [rendering.error(said, given), rendering.rejection(said, given)]) {
          expect(seen(renderedText(rendered))).toBe(seen(said));
          expectFaithful(rendered);
        }
        if (of.progress) {
          const text = renderedText(rendering.progress(now));
          expectOnlyData(text, now, of);
          for (const value of Object.values(now as object)) expect(text).toContain(String(value));
        }
      }),
    );
  });

  test('a summary is one line, of the data', () => {
    fc.assert(
      fc.property(input, output, (given, data) => {
        for (const summary of [rendering.summary(given), rendering.summary(given, data)]) {
          expect(summary).toMatch(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]{1,600}$/u);
          if (summary.includes('…')) continue;
          const flattened = flattenedTexts([given, data]);
          expectOnlyData(summary, flattened, of);
        }
      }),
    );
  });
});
