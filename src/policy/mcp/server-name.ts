const NAME = /^[A-Za-z0-9_-]+$/;
const MAX_LENGTH = 40;

/** Names that Claude Code keeps for servers of its own (contracts 5.4), in any case and with either stroke. */
const RESERVED: ReadonlySet<string> = new Set([
  'workspace',
  'claude-in-chrome',
  'computer-use',
  'claude-preview',
  'claude-browser',
]);

/**
 * What is wrong with the name of an MCP server, as the end of a sentence that begins with it; `undefined`:
 * nothing. Rules split `mcp__server__tool` at `__`: a name must be readable in one way.
 */
export function serverNameProblem(name: string): string | undefined {
  if (!NAME.test(name)) return 'may only hold letters, digits, “_” and “-”';
  if (name.includes('__') || /^_|_$/.test(name)) {
    return 'can’t hold “__”, nor “_” at its ends: rules split names there';
  }
  if (RESERVED.has(name.toLowerCase().replaceAll('_', '-'))) {
    return 'is one that Claude Code keeps for itself: give it another';
  }
  if (name.length > MAX_LENGTH) return `has more than ${MAX_LENGTH} characters`;
  return undefined;
}
