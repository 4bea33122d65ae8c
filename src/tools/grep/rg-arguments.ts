import { posix } from 'node:path';
import type { GrepInput, GrepMode } from './grep-schema.ts';

/** Longer lines are cut: one minified file would fill the answer, columns. */
const MAX_COLUMNS = 500;

/**
 * The command line of ripgrep, the same for the program and the wasm build: sorted, so that pages
 * follow each other; file names ended by NUL, so that no name can pass for something else.
 * @param where the search root relative to the folder ripgrep runs in, `.` for that folder
 * @param prefix the working directory relative to that folder: globs with a slash start there
 */
export function rgArguments(input: GrepInput, where: string, prefix: string): string[] {
  const mode = input.output_mode ?? 'files_with_matches';
  return [
    // A configuration file could run programs (`--pre`).
    '--no-config',
    '--color=never',
    '--no-heading',
    '--with-filename',
    '--null',
    '--sort=path',
    // Dot files are part of a repository; its own data is not. What the user's home ignores isn't ours.
    '--hidden',
    '--no-ignore-global',
    '--no-require-git',
    // Binary files are searched but not shown: a match in one is told.
    '--binary',
    ...modeArguments(mode, input),
    ...(input['-i'] ? ['--ignore-case'] : []),
    ...(input.multiline ? ['--multiline', '--multiline-dotall'] : []),
    ...(input.type ? [`--type=${input.type}`] : []),
    ...globsOf(input.glob ?? '').map((glob) => `--glob=${anchored(glob, prefix)}`),
    '--glob=!.git',
    `--regexp=${input.pattern}`,
    '--',
    `./${where === '.' ? '' : where}`,
  ];
}

function modeArguments(mode: GrepMode, input: GrepInput): string[] {
  if (mode === 'files_with_matches') return ['--files-with-matches'];
  if (mode === 'count') return ['--count'];
  const around = input['-C'] ?? input.context;
  const before = input['-B'] ?? around;
  const after = input['-A'] ?? around;
  return [
    '--line-number',
    `--max-columns=${MAX_COLUMNS}`,
    '--max-columns-preview',
    ...(input['-o'] ? ['--only-matching'] : []),
    ...(before ? [`--before-context=${before}`] : []),
    ...(after ? [`--after-context=${after}`] : []),
  ];
}

/** Several globs may stand in one text, with commas or blanks between; those in braces belong together. */
function globsOf(text: string): string[] {
  return text.match(/(?:\\.|\{[^}]*\}|[^\s,])+/g) ?? [];
}

/** A glob with a slash means paths from the working directory, wherever ripgrep runs. */
function anchored(glob: string, prefix: string): string {
  const not = glob.startsWith('!') ? '!' : '';
  const bare = glob.slice(not.length);
  if (prefix === '' || !bare.slice(0, -1).includes('/')) return glob;
  const literal = prefix.replace(/[\\*?[\]{}!]/g, '\\$&');
  return `${not}/${posix.join(literal, bare)}`;
}
