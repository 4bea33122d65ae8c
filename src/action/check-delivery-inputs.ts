import { ConfigError } from '../base/errors.ts';
import { branchNameProblem } from '../github/branch-name.ts';

/** Which of them have an effect on what. */
const FOR = {
  commit_message: ['commit', 'pull-request'],
  base_branch: ['pull-request'],
  branch_prefix: ['pull-request'],
  pr_title: ['pull-request'],
  pr_labels: ['pull-request'],
  pr_draft: ['pull-request'],
} as const;

/** Of all inputs, those that this is about. */
interface DeliveryInputs {
  readonly deliver?: string;
  readonly dry_run?: boolean;
  readonly base_branch?: string;
  readonly branch_prefix?: string;
  readonly commit_message?: string;
  readonly pr_title?: string;
  readonly pr_labels?: readonly string[];
  readonly pr_draft?: boolean;
}

/**
 * Holds the inputs for delivery against each other.
 * @throws ConfigError for one without an effect, or one that makes no branch's name.
 */
export function checkDeliveryInputs(inputs: DeliveryInputs, shown: (name: string) => string): void {
  const { deliver = 'none' } = inputs;
  for (const name of Object.keys(FOR) as (keyof typeof FOR)[]) {
    const modes: readonly string[] = FOR[name];
    if (inputs[name] === undefined || modes.includes(deliver)) continue;
    throw new ConfigError(
      `${shown(name)} has no effect with ${shown('deliver')} “${deliver}”: drop it, or use “${modes.join('” or “')}”.`,
    );
  }
  if (inputs.dry_run && deliver !== 'none') {
    throw new ConfigError(
      `${shown('dry_run')} changes nothing, so ${shown('deliver')} “${deliver}” would have nothing: drop one of them.`,
    );
  }
  for (const name of ['base_branch', 'branch_prefix'] as const) {
    const given = inputs[name];
    if (given === undefined) continue;
    const problem = branchNameProblem(name === 'branch_prefix' ? `${given}x` : given);
    if (problem !== undefined)
      throw new ConfigError(`${shown(name)} can't be “${given}”: ${problem}`);
  }
}
