/** What is wrong with a rule that parses. `error`: it can never match, or can't be used. */
export interface RuleProblem {
  readonly level: 'error' | 'warning';
  /** A plain sentence with the remedy. */
  readonly message: string;
}

export type RuleListName = 'deny' | 'ask' | 'allow';
