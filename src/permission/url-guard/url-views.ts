import { Buffer } from 'node:buffer';
import { UrlRefusal } from './url-refusal.ts';

const MAX_ROUNDS = 6;
const MIN_RUN = 16;

/**
 * An address, and what is left of it as one layer of escapes after the other is taken off.
 * @throws UrlRefusal when there is no end to them
 */
export function unescapedForms(text: string): string[] {
  const forms = [text];
  for (let current = text; ; ) {
    const next = unescapeOnce(current);
    if (next === current) return forms;
    if (forms.length > MAX_ROUNDS) {
      throw new UrlRefusal(
        'The address is escaped over and over; write each character once, escaped or plain.',
      );
    }
    forms.push(next);
    current = next;
  }
}

/**
 * The ways in which the parts of an address can be read one after the other: labels of the host,
 * path, values of parameters, their names, and values in the order of their names, from the start
 * or the end. A secret cut into parts stands in one of them as a whole.
 */
export function arrangements(text: string): string[] {
  const query = text.indexOf('?');
  const place = query < 0 ? text : text.slice(0, query);
  const parameters = (query < 0 ? '' : text.slice(query + 1)).split(/[&;#]/).map((parameter) => {
    const equals = parameter.indexOf('=');
    return equals < 0
      ? { name: '', value: parameter }
      : { name: parameter.slice(0, equals), value: parameter.slice(equals + 1) };
  });
  const parts = [...place.split(/[/.:#@]+/), ...parameters.map(({ value }) => value)];
  const sorted = parameters.toSorted((one, other) => byName(one.name, other.name));
  return [
    parts.join(''),
    parts.toReversed().join(''),
    parameters.map(({ name }) => name).join(''),
    parameters.map(({ name, value }) => name + value).join(''),
    sorted.map(({ value }) => value).join(''),
  ];
}

/** What the long runs in a text mean if they are base64 or hex, wherever in them that starts. */
export function decodedRuns(text: string): string[] {
  const found: string[] = [];
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{16,}/g)) {
    for (const start of [0, 1, 2, 3]) {
      found.push(Buffer.from(run.slice(start), 'base64').toString('utf8'));
    }
  }
  for (const [run] of text.matchAll(/[0-9a-f]{16,}/gi)) {
    for (const start of [0, 1]) found.push(Buffer.from(run.slice(start), 'hex').toString('utf8'));
  }
  return found.filter(({ length }) => length >= MIN_RUN / 2);
}

/** `p2` before `p10`. */
function byName(one: string, other: string): number {
  const [first, second] = [one, other].map((name) => Number(/\d{1,9}/.exec(name)?.[0] ?? 0));
  if (first !== second) return (first ?? 0) - (second ?? 0);
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const ESCAPE =
  /((?:%[0-9a-f]{2})+)|(?:%u|\\u)([0-9a-f]{4})|\\u\{0{0,8}([0-9a-f]{1,5})\}|(?:\\x|0x)([0-9a-f]{2})|&#x0{0,8}([0-9a-f]{1,5});|&#0{0,8}(\d{1,6});/gi;

function unescapeOnce(text: string): string {
  return text.replace(ESCAPE, (whole, bytes?: string, ...points: unknown[]) => {
    if (bytes !== undefined) {
      return Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8');
    }
    const index = points.findIndex((point) => typeof point === 'string');
    const code = Number.parseInt(String(points[index]), index === 4 ? 10 : 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
