/** The policies that come with the action: `policies/<name>.yml`. */
export const SHIPPED_NAMES = ['read-only', 'review', 'pr-fix', 'nightly-refactor'] as const;
export type ShippedName = (typeof SHIPPED_NAMES)[number];
