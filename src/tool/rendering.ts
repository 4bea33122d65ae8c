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
