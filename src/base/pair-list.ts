/**
 * Reads `name=value,other=value`, names and values percent-encoded: the form of W3C baggage, in which
 * OpenTelemetry's variables hold headers and attributes. What has no `=` is left out.
 */
export function readPairs(text: string): readonly (readonly [name: string, value: string])[] {
  return text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) return [];
    return [[decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))] as const];
  });
}

/** A stray `%` is one: people paste tokens as they are. */
function decoded(text: string): string {
  const trimmed = text.trim();
  try {
    return decodeURIComponent(trimmed);
  } catch {
    return trimmed;
  }
}
