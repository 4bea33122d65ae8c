import { type Effort, GramIndex, longest } from './gram-index.ts';
import { compileDomain, type DomainPattern, normalizeHost } from './match-domain.ts';
import type { Rule } from './rule.ts';

interface Entry {
  readonly rule: Rule;
  readonly matches: DomainPattern;
}

/** Domain rules of one tool. */
export class DomainIndex {
  readonly #patterns: GramIndex<Entry>;

  constructor(effort: Effort) {
    this.#patterns = new GramIndex(effort);
  }

  /** @throws RuleError for what is no host name. */
  add(rule: Rule, domain: string): void {
    const matches = compileDomain(domain);
    this.#patterns.add(longest(normalizeHost(domain).split('*')), { rule, matches });
  }

  /** A rule that matches this host. */
  find(host: string): Rule | undefined {
    return this.#patterns.find(normalizeHost(host), ({ matches }) => matches(host))?.rule;
  }
}
