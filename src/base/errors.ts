/** A place in a file, 1-based. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * What was configured can't work: an input, a policy, an event, the checkout. Its message is one
 * sentence for a person (what, where, what would do) and is printed without a stack. It ends the
 * run with `config_error`.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly at: Position | undefined;

  constructor(message: string, options: { at?: Position | undefined; cause?: unknown } = {}) {
    super(options.at ? `${formatPosition(options.at)}: ${message}` : message, {
      cause: options.cause,
    });
    this.at = options.at;
  }
}

/** `file:line:column`, the form editors and CI logs make clickable. */
function formatPosition(at: Position): string {
  return `${at.file}:${at.line}:${at.column}`;
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
