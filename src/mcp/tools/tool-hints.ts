import type { ToolListing } from '../connection/tool-listing.ts';

/** What is taken for true of a tool. */
export interface BelievedHints {
  /** It changes nothing. */
  readonly readOnly: boolean;
  /** `undefined`: nobody knows. */
  readonly destructive: boolean | undefined;
  /** It wants a person to say yes each time. */
  readonly confirms: boolean;
}

/**
 * A server says what it likes about its tools: what makes a call look harmless counts only where the policy trusts it,
 * what makes it look worse always does.
 */
export function believedHints(
  { annotations, _meta }: ToolListing,
  trusted: boolean,
): BelievedHints {
  const confirms = _meta?.['anthropic/requiresUserInteraction'] === true;
  const { readOnlyHint = false, destructiveHint } = annotations ?? {};
  if (trusted) {
    return {
      readOnly: readOnlyHint,
      destructive: readOnlyHint ? false : destructiveHint,
      confirms,
    };
  }
  return { readOnly: false, destructive: destructiveHint === true ? true : undefined, confirms };
}
