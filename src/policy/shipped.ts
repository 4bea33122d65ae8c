import type { PolicySource } from './policy-source.ts';
import { SHIPPED_NAMES, type ShippedName } from './shipped-names.ts';
import precompiled from './shipped-policies.json' with { type: 'json' };

/**
 * The shipped policies, already parsed and checked: `policies/build.ts` makes them from
 * `policies/*.yml` in each build, so that a run with one of them loads neither YAML nor its schema.
 */
const SHIPPED = precompiled as unknown as Readonly<Record<ShippedName, PolicySource>>;

/** A shipped policy by its name; `undefined`: there is none of that name. */
export function shippedPolicy(name: string): PolicySource | undefined {
  return isShipped(name) ? SHIPPED[name] : undefined;
}

function isShipped(name: string): name is ShippedName {
  return (SHIPPED_NAMES as readonly string[]).includes(name);
}
