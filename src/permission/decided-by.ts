import type { DecidedBy } from './decision.ts';
import type { HookOpinion } from './question.ts';
import type { Rule } from './rule.ts';

export function byRule(step: 'deny_rule' | 'ask_rule' | 'allow_rule', rule: Rule): DecidedBy {
  return { step, rule: rule.text, ...rule.source };
}

export function byHook({ hook }: HookOpinion): DecidedBy {
  return { step: 'hook', ...(hook !== undefined && { hook }) };
}
