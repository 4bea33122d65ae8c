import type { ToolListing } from '../connection/tool-listing.ts';

/** What is taken for true of a tool. */
export interface BelievedHints {
  /** It changes nothing. */
  readonly readOnly: boolean;
  /** `undefined`: nobody knows. */
  readonly destructive: boolean | undefined;
  /** It wants a person to say yes each time. */
  readonly confirms: boolean;
  /** Never deferred. */
  readonly alwaysLoad: boolean;
  /** The longest result that is shown whole, characters; `undefined`: as for every tool. */
  readonly maxResultChars: number | undefined;
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
      alwaysLoad: _meta?.['anthropic/alwaysLoad'] === true,
      maxResultChars: charsOf(_meta?.['anthropic/maxResultSizeChars']),
    };
  }
  const destructive = destructiveHint === true ? true : undefined;
  return { readOnly: false, destructive, confirms, alwaysLoad: false, maxResultChars: undefined };
}

function charsOf(given: unknown): number | undefined {
  return typeof given === 'number' && given > 0 && given < Number.MAX_SAFE_INTEGER
    ? Math.ceil(given)
    : undefined;
}
