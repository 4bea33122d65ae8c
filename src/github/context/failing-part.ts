const MOST_LINES_BEFORE = 400;
const LINES_BEHIND = 5;
const LAST_LINES = 200;
/** A log may be one giant line. */
const MAX_LINE = 4_000;
const MAX_PART = 150_000;

/**
 * Of a job's log what matters: from the beginning of the step that failed to its error. Where the log
 * marks no error, its end.
 */
export function failingPart(log: string): string {
  const lines = log.split('\n').map(cutLine);
  const error = lines.findIndex((line) => line.startsWith('##[error]'));
  if (error < 0) return endOf(lines.slice(-LAST_LINES).join('\n'));
  const step = lines.findLastIndex(
    (line, index) => index < error && line.startsWith('##[group]Run '),
  );
  const start = Math.max(0, step, error - MOST_LINES_BEFORE);
  let end = error + 1;
  // Errors come in groups, and a few words may follow them.
  while (
    end < lines.length &&
    end - error <= LINES_BEHIND &&
    !lines[end]?.startsWith('##[group]')
  ) {
    end += 1;
  }
  return endOf(lines.slice(start, end).join('\n'));
}

function cutLine(line: string): string {
  if (line.length <= MAX_LINE) return line;
  return `${line.slice(0, MAX_LINE / 2)} … (cut) ${line.slice(-MAX_LINE / 2)}`;
}

function endOf(text: string): string {
  return text.length <= MAX_PART ? text : `… (cut)\n${text.slice(-MAX_PART)}`;
}
