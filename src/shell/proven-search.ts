import type { PathTouch } from '../tool/subject.ts';
import type { Place } from './description.ts';
import type { Search } from './find-tests.ts';
import { prove } from './proof.ts';
import { isInGit } from './sensitive.ts';
import type { ShellWord } from './word.ts';

/** Of each kind one: a search for all files, or for these, is no mere reading. */
const SECRETS = [
  '.git/config',
  ...'.env .env.local .netrc .git-credentials .pgpass id_rsa id_ed25519 a.pem a.key a.p12 a.jks'.split(
    ' ',
  ),
];

/**
 * Proves that find only reads, and comes upon no secret even if one appears before it runs.
 * @param words without what it runs.
 * @returns what it names; `undefined`: that isn't proven.
 */
export function provenSearch(
  words: readonly ShellWord[],
  { folders, mayBe, isPruned }: Search,
  place: Place,
): readonly PathTouch[] | undefined {
  const secrets = folders.flatMap((folder) => SECRETS.map((name) => `${folder}/${name}`));
  // What does not lie there yet may lie there when it runs.
  if (folders.some((folder) => isInGit(`/${folder}`))) return undefined;
  if (secrets.some((path) => mayBe(path, false) && !isPruned(path))) return undefined;
  const { readOnly, touches } = prove(words, place.directories, place.scene);
  return readOnly ? touches : undefined;
}
