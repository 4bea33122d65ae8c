import { matchesPieces } from './match-text.ts';
import type { Rule } from './rule.ts';

/** Rules without brackets: by the tool's name, a pattern of names, or an MCP server (`mcp__server`). */
export class NameIndex {
  readonly #exact = new Map<string, Rule>();
  readonly #patterns: { readonly rule: Rule; readonly pieces: readonly string[] }[] = [];

  add(rule: Rule): void {
    if (rule.tool.includes('*')) this.#patterns.push({ rule, pieces: rule.tool.split('*') });
    else this.#exact.set(rule.tool, rule);
  }

  /** A rule for any of these names; a rule for a server covers its tools. */
  find(names: readonly string[]): Rule | undefined {
    for (const name of names) {
      const found = this.#exact.get(name) ?? this.#ofServer(name) ?? this.#byPattern(name);
      if (found) return found;
    }
    return undefined;
  }

  #ofServer(name: string): Rule | undefined {
    if (!name.startsWith('mcp__')) return undefined;
    for (let end = name.indexOf('__', 5); end > 0; end = name.indexOf('__', end + 1)) {
      const rule = this.#exact.get(name.slice(0, end));
      if (rule) return rule;
    }
    return undefined;
  }

  #byPattern(name: string): Rule | undefined {
    return this.#patterns.find(({ pieces }) => matchesPieces(pieces, name))?.rule;
  }
}
