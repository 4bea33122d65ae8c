import { messageOf } from '../../base/errors.ts';
import { withoutFrames } from '../../base/inbound/envelope.ts';
import { showUnseen } from '../../base/inbound/unseen.ts';
import { oneLine } from '../../base/text.ts';
import { lastWords } from './last-words.ts';
import { shapeWords } from './shape-words.ts';

const MAX_MESSAGE = 400;
const MAX_COMPLAINT = 600;

/** What went wrong with a server, and the last that it said itself. Its words are a stranger's. */
export function failureWords(error: unknown, complaints: string): string {
  const message = sentence(foreignWords(causeOf(error), MAX_MESSAGE));
  const said = foreignWords(lastWords(complaints, MAX_COMPLAINT), MAX_COMPLAINT);
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
  const { code, syscall, path, message: own } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && syscall?.startsWith('spawn')) return noProgram(path);
  if (code === 'EPIPE') return 'It ended before it answered';
  if (code === 'ECONNRESET' || own === 'aborted') return 'It broke the connection off';
  if (error instanceof SyntaxError) return 'What it answered is no JSON';
  const inner = error.cause instanceof Error ? error.cause.message : undefined;
  const message =
    inner !== undefined && !error.message.includes(inner)
      ? `${error.message} (${inner})`
      : error.message;
  return httpWords(message, error) ?? shapeWords(error.message) ?? message;
}

function noProgram(path = ''): string {
  const words = /\s/u.test(path) ? ': what stands behind the first blank belongs into `args`' : '';
  return `There is no program “${path}”${words}`;
}

/** Of an answer over HTTP that was none; `undefined`: it was something else. */
function httpWords(message: string, error: Error): string | undefined {
  const redirect = /Redirect to (\S+) not followed/u.exec(message)?.[1];
  if (redirect !== undefined) {
    return `It sends its callers on to ${redirect}, which is not followed: write that address if it is meant`;
  }
  const type = /^Unexpected content type: (.*)$/u.exec(message)?.[1];
  if (type !== undefined) {
    const given = type === 'null' ? 'no content type' : `the content type ${type}`;
    return `It answered with ${given}, which is none of MCP: look whether its address is right`;
  }
  const status = statusOf(error);
  if (status === undefined) return undefined;
  const said = /^Error POSTing to endpoint:(.*)$/su.exec(message)?.[1]?.trim() ?? '';
  const words = said === '' || said === 'null' ? '' : `: ${said}`;
  return `It answered with the status ${status}${MEANINGS[status] ?? ''}${words}`;
}

const MEANINGS: Readonly<Record<number, string>> = {
  401: ', so it wants another sign-in',
  403: ', so it does not let these credentials do that',
  404: ', so it does not know the address, or not the session any more',
  429: ', so it wants fewer calls',
};

/** HTTP status of what the SDK throws; `undefined`: it was no answer. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  return typeof error.status === 'number' ? error.status : undefined;
}

function sentence(text: string): string {
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
}
