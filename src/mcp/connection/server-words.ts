import { messageOf } from '../../base/errors.ts';
import { withoutFrames } from '../../base/inbound/envelope.ts';
import { showUnseen } from '../../base/inbound/unseen.ts';
import { oneLine } from '../../base/text.ts';

const MAX_MESSAGE = 400;
const MAX_COMPLAINT = 600;

/** What went wrong with a server, and the last that it said itself. Its words are a stranger's. */
export function failureWords(error: unknown, complaints: string): string {
  const message = sentence(foreignWords(causeOf(error), MAX_MESSAGE));
  const said = foreignWords(complaints.trim().slice(-MAX_COMPLAINT), MAX_COMPLAINT);
  return said === '' ? message : `${message} It said: ${said}`;
}

/** Words of a server in one line, without what nobody sees. */
export function foreignWords(text: string, max: number): string {
  return oneLine(withoutFrames(showUnseen(oneLine(text, max * 2)).text), max);
}

/** The SDK puts its own words around what happened. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(error);
  if (/aborted due to timeout/u.test(`${error.name} ${error.message}`))
    return 'It was not up in time';
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && syscall?.startsWith('spawn')) return `There is no program “${path}”`;
  if (code === 'EPIPE') return 'It ended before it answered';
  const inner = error.cause instanceof Error ? error.cause.message : undefined;
  return inner !== undefined && !error.message.includes(inner)
    ? `${error.message} (${inner})`
    : error.message;
}

function sentence(text: string): string {
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
}
