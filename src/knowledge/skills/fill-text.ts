import { splitArguments } from './split-arguments.ts';

export interface Fillings {
  /** As they were given, in one text. */
  readonly args: string;
  readonly argumentNames: readonly string[];
  /** `CLAUDE_SKILL_DIR` and the like. */
  readonly variables: Readonly<Record<string, string>>;
}

const MARK =
  /\\\$|\$\{([A-Z][A-Z0-9_]*)\}|\$ARGUMENTS\[(\d{1,2})\]|\$ARGUMENTS\b|\$(\d{1,2})(?!\d)|\$([A-Za-z_][\w-]*)/gu;

/** Whether a text has a place for arguments. */
export function takesArguments(text: string, names: readonly string[]): boolean {
  for (const [whole, variable, , , name] of text.matchAll(MARK)) {
    if (whole === '\\$' || variable !== undefined) continue;
    if (name === undefined || declared(name, names) !== undefined) return true;
  }
  return false;
}

/**
 * Puts arguments and variables in their places, once: what is put in is not looked at again. A number or
 * a name that nothing was given for stays as it is, for bodies are full of prices and shell variables.
 */
export function fillText(text: string, { args, argumentNames, variables }: Fillings): string {
  const given = splitArguments(args);
  const named = (written: string) => {
    const name = declared(written, argumentNames);
    if (name === undefined) return undefined;
    return (given[argumentNames.indexOf(name)] ?? '') + written.slice(name.length);
  };
  return text.replace(
    MARK,
    (whole, variable?: string, index?: string, position?: string, name?: string) => {
      if (whole === '\\$') return '$';
      if (whole === '$ARGUMENTS') return args;
      if (index !== undefined) return given[Number(index)] ?? '';
      const known = [
        variable !== undefined && variables[variable],
        position !== undefined && given[Number(position)],
        name !== undefined && named(name),
      ];
      return known.find((value) => typeof value === 'string') ?? whole;
    },
  );
}

/** The argument that is meant: `$from-$to` has a dash behind the name, `$from-tag` may have one in it. */
function declared(written: string, names: readonly string[]): string | undefined {
  const parts = written.split('-');
  const candidates = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
  return candidates.find((name) => names.includes(name));
}
