import type { Dirent } from 'node:fs';
import type { PathTouch } from '../tool/subject.ts';

/** The files that words name, in every directory the shell may be in. */
export interface Touches {
  readonly touches: readonly PathTouch[];
  /** Why not all of them are known. */
  readonly problem: string | undefined;
}

/** What has been looked up on disk for one line: a name that stands there a thousand times is one look. */
export interface Seen {
  /** Folders by name, as they really are. */
  readonly folders: Map<string, string>;
  readonly entries: Map<string, readonly Dirent[]>;
  /** By access, kind, name and directory. */
  readonly touches: Map<string, Touches>;
  /** Whether what commands print are names of files that may be read. */
  readonly names: Map<string, boolean>;
}

export function nothingSeen(): Seen {
  return { folders: new Map(), entries: new Map(), touches: new Map(), names: new Map() };
}

/** The value that was found before, else the one that is found now. */
export function remembered<Value>(
  values: Map<string, Value> | undefined,
  key: string,
  find: () => Value,
): Value {
  const known = values?.get(key);
  if (known !== undefined) return known;
  const found = find();
  values?.set(key, found);
  return found;
}
