import { countOf, listOf } from '../../base/text.ts';
import { shownPath } from './search-start.ts';
import type { Skipped } from './walk-files.ts';

/** What a search passed over, a sentence for each kind: silence would read as “not there”. */
export function skippedNotes(skipped: Skipped, directory: string): string[] {
  const { ignoredFolders, ignoredFiles, unreadableFolders, links, cutShort } = skipped;
  const folders = [...ignoredFolders].sort().map((path) => `${shownPath(path, directory)}/`);
  const ignored = [
    folders.length > 0 && `${countOf(folders.length, 'folder')} (${listOf(folders, 5)})`,
    ignoredFiles > 0 && countOf(ignoredFiles, 'file'),
  ].filter((part) => typeof part === 'string');
  return [
    ignored.length > 0 &&
      `Skipped because of ignore files: ${cutShort ? 'at least ' : ''}${listOf(ignored)}. Name such a folder to search it.`,
    unreadableFolders.length > 0 &&
      `Could not be read: ${listOf(unreadableFolders.map((path) => shownPath(path, directory)).sort(), 5)}.`,
    links > 0 &&
      `Not followed: ${countOf(links, 'link')} out of the folder, in a circle or to nothing.`,
  ].filter((note) => typeof note === 'string');
}
