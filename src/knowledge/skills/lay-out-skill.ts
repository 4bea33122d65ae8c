import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUuid } from '../../base/random.ts';
import { absoluteOf } from '../source.ts';
import { folderOf, type Skill } from './skill.ts';

/**
 * Where tools find the files of a skill. Those of the working tree lie where they are; of a commit, or of
 * the user's own folder, a copy is laid out read-only, for what lies in the checkout may be a pull
 * request's. `undefined`: there are none beside the text itself.
 * @param target folder that the model may read, for copies.
 * @param hides whether a rule forbids to read a file, by absolute path: it is left out.
 * @throws Unreadable when they can't be had.
 */
export async function layOutSkill(
  skill: Skill,
  target: string,
  hides: (path: string) => boolean,
): Promise<string | undefined> {
  const { source, files } = skill;
  const folder = folderOf(skill);
  if (source.inPlace) return absoluteOf(source, folder);
  const wanted = files.filter((path) => !hides(absoluteOf(source, path)));
  if (files.length < 2) return undefined;
  // A second call must not find the first one's half.
  const place = join(target, `${skill.name.replace(/[^\w.-]/gu, '_')}-${randomUuid().slice(0, 8)}`);
  const folders = new Set<string>([place]);
  for (const { path, bytes, executable } of await source.supporting(wanted, folder)) {
    const file = join(place, path);
    for (let above = dirname(file); above.startsWith(place); above = dirname(above))
      folders.add(above);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
    await chmod(file, executable ? 0o555 : 0o444);
  }
  for (const one of folders) await chmod(one, 0o555);
  return place;
}
