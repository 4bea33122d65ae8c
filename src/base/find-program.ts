import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isInside } from './paths.ts';

/**
 * The absolute path of a program on `path` (the value of PATH), `undefined` when it isn't there.
 * Entries that are relative or lead into `outside`, and programs that do, are passed over: a checkout
 * must not be able to bring the `bash` or `rg` that judges or searches it.
 */
export function findProgram(name: string, path: string, outside: string): string | undefined {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .find((file) => isProgram(file, outside));
}

function isProgram(file: string, outside: string): boolean {
  try {
    if (isInside(realpathSync.native(file), outside) || isInside(file, outside)) return false;
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
