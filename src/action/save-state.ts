import { messageOf } from '../base/errors.ts';
import type { Door } from './door.ts';
import type { Reports } from './reports.ts';
import { runnerFiles } from './runner-files.ts';

/** Hands values to the post step; what goes wrong is a warning. */
export async function saveState(
  { door, reports }: { readonly door: Door; readonly reports: Reports },
  values: Readonly<Record<string, string>>,
): Promise<void> {
  if (door.kind !== 'action') return;
  try {
    (await runnerFiles(door.variables)).saveState(values);
  } catch (error) {
    const text = `The post step could not be told about the run: ${messageOf(error)}`;
    reports.emit({ type: 'notice', at: Date.now(), level: 'warning', text });
  }
}
