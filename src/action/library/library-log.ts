/**
 * A program's function for the log, held so that its failure, now or later, is neither the run's nor a reason to call it
 * once more: what fails at each line would be told in a line, without an end.
 * @param instead takes the rest of the log once it failed
 */
export function heldLog(
  log: (text: string) => unknown,
  instead: (text: string) => void,
): (text: string) => void {
  let failed = false;
  const fail = (error: unknown) => {
    if (failed) return;
    failed = true;
    const kind = error instanceof Error ? ` (${error.constructor.name})` : '';
    instead(`The function \`log\` failed${kind} and gets nothing more. The log goes on here.\n`);
  };
  return (text) => {
    if (failed) return instead(text);
    try {
      const given = log(text);
      // A promise of whatever make.
      if (given instanceof Object && 'then' in given) Promise.resolve(given).catch(fail);
    } catch (error) {
      fail(error);
      instead(text);
    }
  };
}
