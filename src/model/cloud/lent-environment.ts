type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs `work` with variables in `process.env` that are otherwise kept out of it: a cloud's own code for
 * finding credentials looks there and nowhere else. Commands, hooks and git get an environment made for
 * them and never this one, and `/proc/<pid>/environ` doesn't show what is set later.
 */
export async function withLent<Value>(
  environment: Environment,
  names: RegExp,
  work: () => Promise<Value>,
): Promise<Value> {
  const lent = Object.keys(environment).filter(
    (name) => names.test(name) && environment[name] !== undefined && !isThere(name),
  );
  for (const name of lent) {
    holders.set(name, (holders.get(name) ?? 0) + 1);
    process.env[name] = environment[name];
  }
  try {
    return await work();
  } finally {
    for (const name of lent) giveBack(name);
  }
}

/** How many works need a variable at the moment. */
const holders = new Map<string, number>();

function isThere(name: string): boolean {
  return process.env[name] !== undefined && !holders.has(name);
}

function giveBack(name: string): void {
  const left = (holders.get(name) ?? 1) - 1;
  if (left > 0) {
    holders.set(name, left);
    return;
  }
  holders.delete(name);
  delete process.env[name];
}
