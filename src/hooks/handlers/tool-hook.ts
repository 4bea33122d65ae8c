import type { McpToolHook } from '../../policy/hooks/hook-config.ts';
import type { HandlerRun } from './handler-run.ts';

/** A place in the hook's input, `${tool_input.file_path}`. */
const PLACE = /\$\{([\w.-]+)\}/gu;

/**
 * Calls a tool of an MCP server; the text it answers is the hook's output, as a command's would be.
 * @throws Error when there is no such server, or the tool fails
 */
export async function toolHook(hook: McpToolHook, run: HandlerRun): Promise<string> {
  const { server, tool } = hook;
  // As for every hook that leaves its input with others: without secrets.
  const seen: unknown = JSON.parse(run.stdin);
  const input = Object.fromEntries(
    Object.entries(hook.input).map(([name, value]) => [name, filled(value, seen)]),
  );
  return run.place.callTool({ server, tool, input, signal: run.signal });
}

function filled(value: unknown, seen: unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => filled(part, seen));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, part]) => [name, filled(part, seen)]);
    return Object.fromEntries(entries);
  }
  if (typeof value !== 'string') return value;
  return value.replace(PLACE, (_, path: string) => textAt(seen, path));
}

function textAt(seen: unknown, path: string): string {
  const found = path.split('.').reduce<unknown>((at, key) => {
    return typeof at === 'object' && at !== null && Object.hasOwn(at, key)
      ? Reflect.get(at, key)
      : undefined;
  }, seen);
  if (found === undefined) return '';
  return typeof found === 'string' ? found : JSON.stringify(found);
}
