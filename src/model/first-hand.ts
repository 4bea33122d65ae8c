/** Anthropic's own API, and not a gateway: what its documentation says holds there. */
export function isFirstHand(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined) return true;
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  return host === 'anthropic.com' || host.endsWith('.anthropic.com');
}

/**
 * Whether tool references get to the model. Gateways may take them out of a request without a word, so
 * one counts only where `ENABLE_TOOL_SEARCH`, Claude Code's variable for it, is `true`.
 */
export function passesReferences(
  baseUrl: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return isFirstHand(baseUrl) || environment['ENABLE_TOOL_SEARCH']?.trim().toLowerCase() === 'true';
}
