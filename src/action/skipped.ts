/** The run does not concern us, may not be started, or can't work by its nature: ended as `skipped`, neutral. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}
