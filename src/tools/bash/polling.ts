/** A first command that only waits longer than this is refused, seconds. */
const LONGEST_SLEEP = 30;

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * What is wrong with a command that waits by looking again and again without an end, or sleeps long
 * before it does anything; `undefined`: nothing. Loops under `timeout` have an end. This saves turns
 * and time; it is no guard, so texts that only look like a loop may be quoted.
 */
export function pollingProblem(command: string): string | undefined {
  const bare = withoutData(command);
  const loop = /\b(?:while|until)\b|\bfor\s*\(\(\s*;;\s*\)\)/.exec(bare);
  if (loop && !hasDeadline(bare.slice(0, loop.index)) && sleepsInLoop(bare.slice(loop.index))) {
    return (
      'A loop that sleeps and looks again may never end. Run what you wait for itself, with a ' +
      'deadline: `timeout 60 COMMAND`, or its own option to wait. Or look again in a later call.'
    );
  }
  const first = /^\s*sleep\s+(\d+(?:\.\d+)?)([smhd]?)(?![\w.])/.exec(bare);
  const seconds = Number(first?.[1] ?? 0) * (UNIT_SECONDS[first?.[2] || 's'] ?? 1);
  if (seconds <= LONGEST_SLEEP) return undefined;
  return (
    `Sleeping ${seconds} seconds first only costs time. Run what you wait for itself, with a ` +
    `deadline: \`timeout 60 COMMAND\`, or its own option to wait. \`sleep ${LONGEST_SLEEP}\` is the longest.`
  );
}

function hasDeadline(before: string): boolean {
  return /\btimeout\s+(?:-\S+\s+(?:[A-Z]+\s+)?)*\d/.test(before);
}

function sleepsInLoop(loop: string): boolean {
  const body = /\bdo\b(.*?)(?:\bdone\b|$)/s.exec(loop)?.[1] ?? '';
  const condition = loop.slice(0, loop.search(/\bdo\b/));
  return /(?:^|[\s;&|(])sleep\b/.test(body) || /(?:^|[\s;&|(])sleep\b/.test(condition);
}

/** Without quoted texts and here-documents, but with scripts for `-c` and `eval`. */
function withoutData(command: string): string {
  return command
    .replace(/<<-?\s*(['"]?)(\w+)\1[^\n]*\n.*?\n\s*\2(?=\n|$)/gs, '')
    .replace(/(\s-\w*c\s+|\beval\s+)?(?:'([^']*)'|"((?:[^"\\]|\\.)*)")/gs, (...found) =>
      found[1] === undefined ? ' ' : `${found[1]} ${found[2] ?? found[3] ?? ''} `,
    );
}
