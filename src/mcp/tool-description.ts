import { type CleanText, cleanProse } from '../base/inbound/clean-prose.ts';
import { withoutFrames } from '../base/inbound/envelope.ts';
import { cutText } from '../base/text.ts';

/** As Claude Code cuts them. */
const MAX_LENGTH = 2_048;
/** What is cut off anyway need not be cleaned. */
const MAX_RAW = 65_536;

/** A description by a server, which is text by strangers, as the model may read it. */
export function cleanDescription(description: string): CleanText {
  const { text, removed } = cleanProse(cutText(description, MAX_RAW));
  const plain = withoutFrames(text).trim();
  const isLong = plain.length > MAX_LENGTH;
  return { text: isLong ? `${cutText(plain, MAX_LENGTH - 1)}…` : plain, removed };
}
