import { type JudgedRule, judgeRule } from './rule-problem.ts';

/** A rule in `permissions` that can't be used, or looks odd. */
export interface OddRule extends JudgedRule {
  readonly path: readonly ['permissions', 'deny' | 'ask' | 'allow', number];
}

/**
 * The rules of a policy that something is wrong or odd about, list by list. `data`: the file, its shape
 * not yet checked; what is no list of texts is the schema's business.
 */
export function oddRules(data: unknown, toolNames: ReadonlySet<string>): OddRule[] {
  const odd: OddRule[] = [];
  const { permissions } = data as { permissions?: Record<string, unknown> | null };
  for (const list of ['deny', 'ask', 'allow'] as const) {
    const texts = permissions?.[list];
    for (const [index, text] of Array.isArray(texts) ? texts.entries() : []) {
      if (typeof text !== 'string') continue;
      const { error, warning } = judgeRule(text, list, toolNames);
      if (error === undefined && warning === undefined) continue;
      odd.push({ path: ['permissions', list, index], error, warning });
    }
  }
  return odd;
}
