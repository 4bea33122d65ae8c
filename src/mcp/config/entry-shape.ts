import type { SchemaProblem } from '../../policy/schema-problem.ts';

const TYPE = '"type": "http" (or "sse", for a server from before 2025-03-26)';

/**
 * What is wrong with an entry of `.mcp.json` as a whole, where its parts alone would not tell what would do; `undefined`:
 * nothing. Claude Code passes an entry with a `url` and no `type` over, too (contracts 5.4).
 */
export function entryShapeProblem(entry: unknown): SchemaProblem | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return at([], 'A server has to be an object in braces, as {"command": "node"}.');
  }
  const given = entry as Readonly<Record<string, unknown>>;
  return headersHelper(given) ?? (given['url'] === undefined ? withoutUrl(given) : withUrl(given));
}

type Given = Readonly<Record<string, unknown>>;

function headersHelper(given: Given): SchemaProblem | undefined {
  if (given['headersHelper'] === undefined) return undefined;
  const message =
    '`headersHelper` is not run here: write what it gives into `headers`, as "${NAME}" of a variable.';
  return at(['headersHelper'], message, true);
}

function withUrl({ type, command }: Given): SchemaProblem | undefined {
  if (command !== undefined) {
    return at(
      ['url'],
      'A server has a `command` or a `url`, not both: take one of them out.',
      true,
    );
  }
  if (type === undefined) return at([], `\`type\` is missing beside \`url\`: write ${TYPE}.`);
  if (type !== 'stdio') return undefined;
  return at(['type'], `\`type\` is "stdio", and there is a \`url\`: write ${TYPE}.`);
}

function withoutUrl({ type, command }: Given): SchemaProblem | undefined {
  if (command !== undefined) return besideCommand(type);
  if (type === undefined || type === 'stdio') {
    return at([], 'A server needs a `command`, or a `type` and a `url`; this one has neither.');
  }
  return at(['type'], `\`type\` is ${shown(type)}, and there is no \`url\`: write one.`);
}

/** Another type beside a command, where nothing of it can be meant. */
function besideCommand(type: unknown): SchemaProblem | undefined {
  if (type === undefined || type === 'stdio') return undefined;
  return at(
    ['type'],
    `\`type\` is ${shown(type)}, and there is a \`command\`: write "stdio", or a \`url\` instead of it.`,
  );
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 60);
}

function at(path: readonly string[], message: string, isKey = false): SchemaProblem {
  return { path, isKey, message };
}
