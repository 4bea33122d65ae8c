import { foldName } from '../../base/fold-name.ts';
import { compilePattern, matchesPattern } from '../../base/pattern.ts';
import { countOf, listOf } from '../../base/text.ts';
import { deliveredName, isGitInternal } from '../../permission/protected-names.ts';
import type { DeliveryLimits } from '../../policy/policy.ts';
import { REPOSITORY, type TreeChange } from './tree-changes.ts';

interface Limits extends DeliveryLimits {
  /** Paths of files that govern this run. */
  readonly steering: readonly string[];
}

/**
 * Why these changes may not be delivered, a sentence each; empty: they may. A move is judged at both
 * of its ends.
 * @param patchBytes size of the patch that holds them.
 */
export function deliveryProblems(
  changes: readonly TreeChange[],
  limits: Limits,
  patchBytes: number,
): string[] {
  const { maxFiles, maxPatchKb } = limits;
  const problems: string[] = [];
  const reasons = new Map<string, string[]>();
  for (const change of changes) {
    const reason = pathProblem(change, limits);
    if (reason) reasons.set(reason, [...(reasons.get(reason) ?? []), quoted(change.path)]);
  }
  for (const [reason, paths] of reasons) problems.push(`${listOf(paths)}: ${reason}`);
  if (changes.length > maxFiles) {
    problems.push(
      `${countOf(changes.length, 'file')} changed, and the policy lets ${maxFiles} through (delivery.max_files).`,
    );
  }
  if (patchBytes > maxPatchKb * 1024) {
    problems.push(
      `The patch has ${Math.ceil(patchBytes / 1024)} KB, and the policy lets ${maxPatchKb} through (delivery.max_patch_kb).`,
    );
  }
  return problems;
}

function pathProblem(change: TreeChange, limits: Limits): string | undefined {
  const { path } = change;
  const names = path.split('/');
  const folded = names.map(foldName);
  const allowed = limits.allowedFiles;
  // A name that can't be decoded would be written under another; control characters hide in reports.
  if (/[\ufffd\u0000-\u001f\u007f-\u009f]/u.test(path)) {
    return 'the name is not UTF-8, or holds control characters.';
  }
  // Git refuses `.git` itself; other systems take more names for it (CVE-2014-9390).
  if (isGitInternal(folded)) return 'some file systems take the name for git’s own folder.';
  if ([change.oldMode, change.newMode].includes(REPOSITORY) && !isNamed(path, allowed)) {
    return 'a submodule, or a repository of its own within this one; to deliver it, name it in delivery.allowed_files by its whole path.';
  }
  const name = deliveredName(folded) ?? steeringName(folded, limits.steering);
  if (name !== undefined && !holds(path, allowed, name)) {
    return `${name} steers what runs later; to deliver it, name it in delivery.allowed_files.`;
  }
  if (limits.protectedFiles.some((pattern) => matches(pattern, folded, true))) {
    return 'protected by the policy (delivery.protected_files).';
  }
  if (allowed && !allowed.some((pattern) => matches(pattern, names, false))) {
    return 'not among the files that the policy lets through (delivery.allowed_files).';
  }
  return undefined;
}

/** The file that governs this run, or the folder of one that a link or a file would replace. */
function steeringName(folded: readonly string[], steering: readonly string[]): string | undefined {
  const path = folded.join('/');
  return steering
    .map((file) => file.split('/').map(foldName).join('/'))
    .find((file) => file === path || file.startsWith(`${path}/`));
}

function matches(pattern: string, names: readonly string[], fold: boolean): boolean {
  return matchesPattern(compilePattern(pattern, { fold }), names);
}

function isNamed(path: string, allowed: readonly string[] | undefined): boolean {
  return allowed?.some((pattern) => pattern.replace(/^\/|\/$/g, '') === path) ?? false;
}

/** A pattern that lets the path through and says the protected name itself; `**` says nothing. */
function holds(path: string, allowed: readonly string[] | undefined, name: string): boolean {
  const says = (pattern: string) => pattern.toLowerCase().includes(name);
  return allowed?.some((one) => says(one) && matches(one, path.split('/'), false)) ?? false;
}

function quoted(path: string): string {
  return `“${path}”`;
}
