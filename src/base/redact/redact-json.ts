const MAX_DEPTH = 200;

/** Redacts the strings of plain data. Numbers that are a secret as a whole become its label. */
export function redactJson<Value>(value: Value, redact: (text: string) => string): Value {
  // The shape stays; only texts change, and numbers that are secrets.
  return walk(value, redact, 0) as Value;
}

function walk(value: unknown, redact: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') return redactNumber(value, redact);
  if (typeof value !== 'object' || value === null) return value;
  // Such depth comes from no honest tool and would exhaust the stack here or at the writer.
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) {
    const items = value.map((item) => walk(item, redact, depth + 1));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  return walkObject(value, redact, depth);
}

function walkObject(value: object, redact: (text: string) => string, depth: number): object {
  let changed = false;
  const entries: [string, unknown][] = [];
  const keys = new Set<string>();
  for (const [key, item] of Object.entries(value)) {
    const clean = walk(item, redact, depth + 1);
    const name = freeName(redact(key), keys);
    keys.add(name);
    changed ||= clean !== item || name !== key;
    entries.push([name, clean]);
  }
  return changed ? Object.fromEntries(entries) : value;
}

/** Two properties named by secrets must not become one. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name} (${count})`)) count++;
  return `${name} (${count})`;
}

/** Small numbers are counts and sizes; a secret of digits is long. */
function redactNumber(value: number, redact: (text: string) => string): unknown {
  if (!Number.isInteger(value) || Math.abs(value) < 10_000_000) return value;
  const text = String(value);
  const clean = redact(text);
  return clean === text ? value : clean;
}
