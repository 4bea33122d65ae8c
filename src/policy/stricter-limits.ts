import type { Limits } from './policy.ts';

/** Takes the smaller of each limit of the policy and of the inputs; what is left out stays. */
export function stricterLimits(
  limits: Limits,
  overrides: { readonly [Name in keyof Limits]?: number | undefined },
): Limits {
  const stricter = Object.entries(limits).map(([name, value]) => [
    name,
    Math.min(value, overrides[name as keyof Limits] ?? Number.POSITIVE_INFINITY),
  ]);
  return Object.fromEntries(stricter) as Limits;
}
