/** How many characters of paths may still be looked up for one line. */
export interface Looks {
  left: number;
  /** None is made once no more than so many are left. Absent: 0. */
  kept?: number;
}

/** For a line that nobody can review. Characters of paths. */
const FEW = 10_000;

/** Links in long paths are looked up name by name: many such paths would hold up the run. */
export function mayLook(looks: Looks | undefined, characters: number): boolean {
  if (!looks) return true;
  looks.left -= characters;
  return !isSpent(looks);
}

/** Whether names count as they are written from now on. */
export function isSpent(looks: Looks | undefined): boolean {
  return looks !== undefined && looks.left < (looks.kept ?? 0);
}

/** From now on only few are made. */
export function lookAtFew(looks: Looks | undefined): void {
  if (looks) looks.kept ??= Math.max(0, looks.left - FEW);
}
