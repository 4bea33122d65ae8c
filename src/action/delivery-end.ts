/** A file in the run's folder: from here on a killed run may have delivered. Holds what it wrote, a line each. */
export const DELIVERY_BEGUN = 'delivery-begun';

/** How a delivery ended. */
export interface DeliveryEnd {
  readonly delivered: boolean;
  /** What the run ended with, where that is not what the agent's part of it did. */
  readonly stopReason?: 'no_changes' | 'delivery_failed';
  readonly errors: readonly string[];
  readonly outputs: DeliveryOutputs;
  /** Markdown for comment and summary: where the work is. */
  readonly notes: readonly string[];
}

type DeliveryOutputs = Readonly<
  Record<'patch_file' | 'branch_name' | 'commit_sha' | 'pr_number' | 'pr_url', string>
>;

const NO_OUTPUTS: DeliveryOutputs = {
  patch_file: '',
  branch_name: '',
  commit_sha: '',
  pr_number: '',
  pr_url: '',
};

export const NOTHING_DELIVERED: DeliveryEnd = {
  delivered: false,
  errors: [],
  outputs: NO_OUTPUTS,
  notes: [],
};

/** An end with some of the outputs. */
export function deliveryEnd(
  end: Partial<Omit<DeliveryEnd, 'outputs'>>,
  outputs: Partial<DeliveryOutputs> = {},
): DeliveryEnd {
  return { ...NOTHING_DELIVERED, ...end, outputs: { ...NO_OUTPUTS, ...outputs } };
}
