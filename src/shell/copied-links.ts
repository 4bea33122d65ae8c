import { dirname, join, resolve } from 'node:path';
import type { ShellScene } from './analysis.ts';
import type { Directories } from './directories.ts';
import { type MadeLink, textOf } from './made-links.ts';

/** What stands at a place after a copy: the source itself, or a link to it. */
export interface Landing {
  /** Absolute, links kept. */
  readonly from: string;
  /** As written: relative to where the command runs. */
  readonly to: readonly string[];
  /** What a link there would say; `undefined`: a link in the source stays what it is. */
  readonly text: string | undefined;
}

/** The links that lie somewhere else, or for the first time, after copies. */
export function linksOf(
  landings: readonly Landing[],
  directories: Directories,
  scene: ShellScene,
): readonly MadeLink[] {
  return landings.flatMap(({ from, to, text }) => {
    const links = text === undefined ? linksAt(from, scene) : [{ below: '', text }];
    if (links.length === 0) return [];
    const places = to.flatMap((place) =>
      (directories ?? ['/']).map((base) => resolve(base, place)),
    );
    return places.flatMap((place) =>
      links.map((link) => ({ path: join(place, link.below), text: link.text })),
    );
  });
}

/** The link at a path, on disk or made before, and those made before below it. */
function linksAt(path: string, { made }: ShellScene): readonly { below: string; text: string }[] {
  const onDisk = (textOf(path) ?? []).map((text) => ({ below: '', text }));
  if (!made || made.size === 0) return onDisk;
  const folders = made.realPaths(dirname(path)) ?? [];
  const known = folders.flatMap((folder) => {
    const at = join(folder, path.slice(path.lastIndexOf('/') + 1));
    return made.within(at).map((link) => ({ below: link.path.slice(at.length), text: link.text }));
  });
  return [...onDisk, ...known];
}
