import { decodeEntities } from './entities.ts';

export interface HtmlTag {
  readonly name: string;
  readonly closes: boolean;
  /** By name in lower case, entities written out; of two of one name the first. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The offset behind it. */
  readonly end: number;
}

const NAME = /<(\/?)([A-Za-z][A-Za-z0-9:-]*)(?=[\s/>])/y;
const BETWEEN = /[\s/]*/y;
const ATTRIBUTE = /([^\s<>/=][^\s<>/=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y;

/** Elements without content. */
export const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Elements that Markdown may hold and readers draw: others are taken out, tags and all that is in them stays. */
const KNOWN: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p picture pre q ruby rt s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'.split(
    ' ',
  ),
);

/**
 * The tag that begins at an offset, read as a browser would; `undefined`: there is none, and
 * `failedAt` in `cost` says how far one had to look.
 */
export function readTag(text: string, at: number, cost: { spent: number }): HtmlTag | undefined {
  NAME.lastIndex = at;
  const start = NAME.exec(text);
  if (!start) return undefined;
  const attributes = new Map<string, string>();
  let end = NAME.lastIndex;
  for (;;) {
    BETWEEN.lastIndex = end;
    BETWEEN.exec(text);
    end = BETWEEN.lastIndex;
    if (text[end] === '>') break;
    ATTRIBUTE.lastIndex = end;
    const found = ATTRIBUTE.exec(text);
    if (!found) {
      cost.spent += end - at;
      return undefined;
    }
    end = ATTRIBUTE.lastIndex;
    const [, name = '', double, single, bare] = found;
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeEntities(double ?? single ?? bare ?? ''));
  }
  const [, slash, name = ''] = start;
  return { name: name.toLowerCase(), closes: slash === '/', attributes, end: end + 1 };
}

/** `Vec<T>`: readers don't draw it either, but nothing of length is hidden there. */
export function isPlainWord(name: string, length: number): boolean {
  return name.length <= 10 && !KNOWN.has(name) && length <= name.length + 3;
}

/** What stands for an image: it is seen, but not its address. */
export const IMAGE = '(image)';

/** A tag with nothing in it but the address of a link; of an element that nobody draws nothing is left. */
export function plainTag({ name, closes, attributes }: HtmlTag) {
  if (name === 'img') return { shown: closes ? '' : IMAGE, lost: attributes.size };
  const kept = closes || name !== 'a' ? [] : addressOf('href', attributes);
  const shown = `<${closes ? '/' : ''}${[name, ...kept].join(' ')}>`;
  return { shown: KNOWN.has(name) ? shown : '', lost: attributes.size - kept.length };
}

function addressOf(key: string, attributes: ReadonlyMap<string, string>): string[] {
  const value = attributes.get(key);
  return value !== undefined && /^[^\s"<>]+$/.test(value) ? [`${key}="${value}"`] : [];
}
