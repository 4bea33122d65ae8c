/** Why a run ended (the output `stop_reason`). */
export const STOP_REASONS = [
  'completed',
  'no_changes',
  'denied',
  'max_turns',
  'max_budget',
  'deadline',
  'refusal',
  'api_error',
  'hook_stopped',
  'policy_stop',
  'delivery_failed',
  'cancelled',
  'config_error',
  'error',
  'skipped',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];
