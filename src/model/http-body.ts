/** What a request may have in place of a body: its bytes in parts, which nobody changes. */
export interface BodyInParts {
  readonly parts?: readonly Uint8Array[];
}

/** The type of a body that is a form. */
export const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';

/**
 * The bytes of a request; `undefined`: it has none.
 * @throws TypeError for a body that is neither text, bytes nor a form: nothing here sends any other.
 */
export function partsOf(init: RequestInit & BodyInParts): readonly Uint8Array[] | undefined {
  const { body, parts } = init;
  if (parts) return parts;
  if (body === undefined || body === null) return undefined;
  if (body instanceof Uint8Array) return [body];
  if (typeof body === 'string' || body instanceof URLSearchParams)
    return [Buffer.from(String(body))];
  throw new TypeError('Only text, bytes and forms can be sent.');
}
