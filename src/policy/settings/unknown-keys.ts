import { nearest } from '../../base/nearest.ts';
import { settingsSchema } from './settings-schema.ts';

const KEYS = Object.keys(settingsSchema.shape);
const PERMISSION_KEYS = Object.keys(settingsSchema.shape.permissions.unwrap().shape);

/** Keys that need nothing done: there is nothing here that they would switch off. */
const IDLE = new Set([
  '$schema',
  'disableBypassPermissionsMode',
  'disableAutoMode',
  'denyInsteadOfPrompting',
]);

export interface UnknownKeys {
  /** Keys that look like a slip, with what was meant: `permission` would lose every rule below it. */
  readonly slips: readonly { readonly path: readonly string[]; readonly message: string }[];
  /** Keys of other programs, such as `model`: without effect here. */
  readonly idle: readonly string[];
}

export function unknownKeys(data: Readonly<Record<string, unknown>>): UnknownKeys {
  const slips: { path: string[]; message: string }[] = [];
  const idle: string[] = [];
  const look = (object: object, known: readonly string[], path: readonly string[]) => {
    for (const key of Object.keys(object)) {
      if (known.includes(key) || IDLE.has(key)) continue;
      const near = nearest(key, known);
      const message = `\`${key}\` is not a key of settings; did you mean \`${near}\`?`;
      if (near === undefined) idle.push([...path, key].join('.'));
      else slips.push({ path: [...path, key], message });
    }
  };
  look(data, KEYS, []);
  look(data['permissions'] ?? {}, PERMISSION_KEYS, ['permissions']);
  return { slips, idle };
}
