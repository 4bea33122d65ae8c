const MAX_RESULTS = 64;

/**
 * The words that a brace expansion such as `{a,b}` or `{1..3}` stands for. `undefined`: nested,
 * quoted or too many to list, so that its words have to count as not known.
 */
export function expandBrace(text: string): readonly string[] | undefined {
  const inner = text.slice(1, -1);
  if (!text.startsWith('{') || !text.endsWith('}') || /['"\\`${}~]/.test(inner)) return undefined;
  if (inner.includes(',')) {
    const parts = inner.split(',');
    return parts.length <= MAX_RESULTS ? parts : undefined;
  }
  return expandRange(inner);
}

function expandRange(inner: string): readonly string[] | undefined {
  const numbers = /^(-?[1-9]\d{0,6}|0)\.\.(-?[1-9]\d{0,6}|0)$/.exec(inner);
  if (numbers) return count(Number(numbers[1]), Number(numbers[2]), String);
  const letters = /^([a-z])\.\.([a-z])$|^([A-Z])\.\.([A-Z])$/.exec(inner);
  const from = letters?.[1] ?? letters?.[3];
  const to = letters?.[2] ?? letters?.[4];
  if (from === undefined || to === undefined) return undefined;
  return count(from.charCodeAt(0), to.charCodeAt(0), (code) => String.fromCharCode(code));
}

function count(
  from: number,
  to: number,
  print: (value: number) => string,
): readonly string[] | undefined {
  const length = Math.abs(to - from) + 1;
  if (length > MAX_RESULTS) return undefined;
  const step = Math.sign(to - from);
  return Array.from({ length }, (_, index) => print(from + index * step));
}
