import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { neverPasses } from '../base/child-environment.ts';

export interface EnvFile {
  /** `CLAUDE_ENV_FILE` of the hook. */
  readonly path: string;
  /** What the hook left in it, over `environment`; names in `refused` were left out. */
  read(environment: Readonly<Record<string, string>>): {
    readonly variables: Readonly<Record<string, string>>;
    readonly refused: readonly string[];
  };
}

/** `export K=V`, `declare -x K="V"` (what `export -p` prints) or `K=V`. */
const LINE = /^\s*(?:export\s+|declare\s+-x\s+)?([A-Za-z_]\w*)=(.*)$/;
/** A part of a value: quoted, escaped, a variable or plain. */
const PARTS = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|\$(?:\{(\w+)\}|(\w+))|([^\s'"\\$;&|<>()`]+)/gy;

/**
 * A file in which hooks of SessionStart and CwdChanged leave variables for later commands (contracts
 * 2.4). It is read, not run: lines of assignments, with quotes and the variables known so far. What
 * would make a later program run code, or hold a credential, is left out.
 */
export function createEnvFile(path: string): EnvFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, '', { mode: 0o600 });
  return {
    path,
    read: (environment) => {
      const variables: Record<string, string> = {};
      const refused: string[] = [];
      for (const line of readFileSync(path, 'utf8').split('\n')) {
        const [, name, raw] = LINE.exec(line) ?? [];
        if (name === undefined || raw === undefined) continue;
        const value = plainValue(raw, { ...environment, ...variables });
        if (value === undefined || neverPasses(name)) refused.push(name);
        else variables[name] = value;
      }
      return { variables, refused };
    },
  };
}

/** `undefined`: it is no plain value, such as one with a command in it. */
function plainValue(raw: string, known: Readonly<Record<string, string>>): string | undefined {
  const text = raw.trimEnd();
  let value = '';
  PARTS.lastIndex = 0;
  while (PARTS.lastIndex < text.length) {
    const part = PARTS.exec(text);
    if (!part) return undefined;
    const [, single, double, escaped, braced, bare, plain] = part;
    const name = braced ?? bare;
    if (double !== undefined) value += unquoted(double, known);
    else value += name === undefined ? (single ?? escaped ?? plain ?? '') : (known[name] ?? '');
  }
  return value;
}

function unquoted(text: string, known: Readonly<Record<string, string>>): string {
  return text.replace(/\\(["\\$`])|\$(?:\{(\w+)\}|(\w+))/g, (whole, escaped, braced, bare) => {
    if (escaped !== undefined) return escaped;
    const name: string | undefined = braced ?? bare;
    return name === undefined ? whole : (known[name] ?? '');
  });
}
