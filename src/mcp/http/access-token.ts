/** Longer ones no server takes in a header. */
const MAX_LENGTH = 8_192;

/** Whether a text can be sent as a token (RFC 6750, 2.1, and what else is seen in use): one line, no blanks. */
export function isAccessToken(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MAX_LENGTH && /^[\x21-\x7e]+$/u.test(text);
}
