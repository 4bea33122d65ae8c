import type { RuleSet } from '../../permission/rule.ts';

type TurnRules = Pick<RuleSet, 'allow' | 'deny'>;

/** What skills allow and forbid until the turn ends: until the agent stops, or its conversation is summarised. */
export class TurnGrants {
  #current: TurnRules | undefined;

  /** `undefined`: no skill is at work that says anything. The same object until something changes. */
  get current(): TurnRules | undefined {
    return this.#current;
  }

  add({ allow, deny }: TurnRules): void {
    if (allow.length + deny.length === 0) return;
    const before = this.#current ?? { allow: [], deny: [] };
    this.#current = {
      allow: withNew(before.allow, allow),
      deny: withNew(before.deny, deny),
    };
  }

  end(): void {
    this.#current = undefined;
  }
}

function withNew(before: TurnRules['allow'], more: TurnRules['allow']): TurnRules['allow'] {
  const isKnown = ({ text, source }: TurnRules['allow'][number]) =>
    before.some((rule) => rule.text === text && rule.source.file === source.file);
  return [...before, ...more.filter((rule) => !isKnown(rule))];
}
