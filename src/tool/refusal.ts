/**
 * Goes to the model as a failed `tool_result`; the run goes on. The message tells the model what to
 * do instead. Anything else that a tool throws is a crash of that call and is recorded as one.
 */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}
