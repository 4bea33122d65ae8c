/**
 * The files that a patch of git's form changes, by their names without the first `strip` folders.
 * @returns `undefined`: a name is quoted, or not where it should be.
 */
export function patchedFiles(patch: string, strip: number): readonly string[] | undefined {
  const names: string[] = [];
  for (const line of patch.split(/\r?\n/)) {
    const named = /^(?:---|\+\+\+) (.*?)(?:\t.*)?$/.exec(line)?.[1];
    const moved = /^(?:rename|copy) (?:from|to) (.*)$/.exec(line)?.[1];
    const both = /^diff --git (.*)$/.exec(line)?.[1];
    if ([named, moved, both].some((name) => name?.startsWith('"') || name?.endsWith('"')))
      return undefined;
    if (named !== undefined && named !== '/dev/null') names.push(without(named, strip));
    // These stand without the folder that git puts before the others.
    if (moved !== undefined) names.push(without(moved, strip - 1));
    if (both !== undefined) names.push(...halvesOf(both).map((name) => without(name, strip)));
  }
  return names;
}

function without(name: string, strip: number): string {
  return name.split('/').slice(Math.max(strip, 0)).join('/');
}

/** `a/x b/x`; where the halves differ, other lines name the files. */
function halvesOf(both: string): readonly string[] {
  const middle = (both.length - 1) / 2;
  const [first, second] = [both.slice(0, middle), both.slice(middle + 1)];
  return both.charAt(middle) === ' ' ? [first, second] : [];
}
