import type { Git } from './git.ts';

/**
 * Empties every filter that the checkout's settings name (Git LFS, say), as variables for git: they are
 * programs, and both the settings and the attributes that choose them lie where the agent's commands
 * can write. Files are read and laid out byte by byte.
 */
export async function withoutFilters(git: Git): Promise<Record<string, string>> {
  const names = (await git(['config', '--list', '--name-only', '-z'])).split('\0');
  const drivers = new Set(names.flatMap((name) => /^filter\.(.+)\.[^.]+$/s.exec(name)?.[1] ?? []));
  const settings = [...drivers].flatMap((driver) => [
    [`filter.${driver}.clean`, ''],
    [`filter.${driver}.smudge`, ''],
    [`filter.${driver}.process`, ''],
    [`filter.${driver}.required`, 'false'],
  ]);
  const variables = settings.flatMap(([key = '', value = ''], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(variables) };
}
