/** The hidden marker of a comment, keyed so that workflows, jobs and several uses in a job don't mix. */
export function commentMarker(key: { workflow: string; job: string; key: string }): string {
  // Not imported: that would cost the start of every run 9 ms.
  const { createHash } = process.getBuiltinModule('node:crypto');
  // A digest: names can hold what would end an HTML comment.
  const digest = createHash('sha256')
    .update(JSON.stringify([key.workflow, key.job, key.key]))
    .digest('hex');
  return `<!-- unattended:${digest.slice(0, 24)} -->`;
}

/** Whether a comment is of a run, of any workflow. */
export function isOwnComment(body: string): boolean {
  return /<!-- unattended:[0-9a-f]{24} -->/.test(body);
}
