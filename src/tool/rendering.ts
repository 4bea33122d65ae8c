/** A piece of a rendering: plain data that the reports turn into log lines, Markdown or HTML. */
export type Block =
  | { readonly type: 'line'; readonly text: string }
  | { readonly type: 'code'; readonly text: string; readonly language?: string }
  /** A unified diff. */
  | { readonly type: 'diff'; readonly text: string }
  | { readonly type: 'list'; readonly items: readonly string[] };

export type Rendered = readonly Block[];

/** How a call looks in reports. Pure functions of the data; none of them cuts or redacts. */
export interface Rendering<Input, Output, Progress> {
  use(input: Input): Rendered;
  progress(progress: Progress): Rendered;
  result(output: Output, input: Input): Rendered;
  error(message: string, input: Input): Rendered;
  rejection(reason: string, input: Input): Rendered;
  /** One line without a line break, such as `Edit src/sum.js (+1 -1)`. `output` is absent while it runs. */
  summary(input: Input, output?: Output): string;
}

/** All words of a rendering, a line break between blocks and between items: what a search sees of it. */
export function renderedText(rendered: Rendered): string {
  return rendered
    .map((block) => (block.type === 'list' ? block.items.join('\n') : block.text))
    .join('\n');
}

/** A line each. */
export function lineBlocks(lines: readonly string[]): Rendered {
  return lines.map((text) => ({ type: 'line', text }));
}

/** A block of code; none for an empty text. */
export function codeBlocks(text: string, language?: string): Rendered {
  if (text === '') return [];
  return [{ type: 'code', text, ...(language === undefined ? {} : { language }) }];
}

/** A message as it came: a first line that says what it is about, the rest in its own lines below. */
export function messageBlocks(message: string): Rendered {
  const end = message.indexOf('\n');
  if (end < 0) return [{ type: 'line', text: message }];
  return [{ type: 'line', text: message.slice(0, end) }, ...codeBlocks(message.slice(end + 1))];
}
