/** In names that reach a shell, a log or a workflow, nothing but these is needed. */
const CHARACTER = /^[\p{L}\p{M}\p{N}._/@#+=,-]+$/u;
const MAX_BYTES = 244;

/** By pattern, why no branch may be called so: git's own rules first, then ours. */
const PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'is empty'],
  [/[\u0000-\u0020\u007f]/, 'holds a blank or a control character'],
  [/[~^:?*[\\]/, 'holds a character with a meaning to git'],
  [/\.\./, 'holds “..”'],
  [/@\{/, 'holds “@{”'],
  [/^@$/, 'is “@”'],
  [/^\/|\/$|\/\//, 'has an empty part between slashes'],
  [/(?:^|\/)\./, 'has a part that begins with a dot'],
  [/\.lock(?:\/|$)/i, 'has a part that ends in .lock'],
  [/\.(?:\/|$)/, 'has a part that ends in a dot'],
  [/^-/, 'begins with a dash, as options do'],
  [/^(?:HEAD|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD)$/i, 'means something else to git'],
  [/^refs\//, 'begins with refs/'],
  [/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i, 'looks like a commit'],
];

/** Why a branch can't be called so, in a sentence; `undefined`: it can. */
export function branchNameProblem(name: string): string | undefined {
  const shown = JSON.stringify(name.slice(0, 80));
  const problem = PROBLEMS.find(([pattern]) => pattern.test(name))?.[1];
  if (problem !== undefined) return `The branch name ${shown} ${problem}.`;
  if (!CHARACTER.test(name)) {
    return `The branch name ${shown} may only hold letters, digits and . _ / @ # + = , -.`;
  }
  if (Buffer.byteLength(name) > MAX_BYTES) {
    return `The branch name ${shown} has more than ${MAX_BYTES} bytes.`;
  }
  return undefined;
}
