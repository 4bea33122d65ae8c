import { hidesText } from './hidden-style.ts';
import type { HtmlTag } from './html-tag.ts';

/** Elements whose content readers don't draw. */
const NEVER_DRAWN: ReadonlySet<string> = new Set(
  'audio canvas datalist defs desc head iframe metadata mphantom noembed noframes noscript object rp script style template title video'.split(
    ' ',
  ),
);
const HIDING_CLASS = /(?:^|\s)(?:hidden|d-none|sr-only|visually-hidden|invisible)(?:\s|$)/i;

/** True for a tag whose element nobody sees. `<details>` is closed at first, and one click away. */
export function isHiddenElement({ name, attributes }: HtmlTag): boolean {
  if (NEVER_DRAWN.has(name) || attributes.has('hidden') || attributes.has('popover')) return true;
  if (name === 'dialog' && !attributes.has('open')) return true;
  if (HIDING_CLASS.test(attributes.get('class') ?? '')) return true;
  const declarations = [
    attributes.get('style') ?? '',
    ...(['color', 'width', 'height'] as const).map((key) =>
      attributes.has(key) ? `${key}:${attributes.get(key)}` : '',
    ),
    attributes.has('bgcolor') ? `background:${attributes.get('bgcolor')}` : '',
  ];
  return hidesText(declarations.join(';'));
}

export interface OpenElement {
  readonly name: string;
  /** How many of that name are open in each other. */
  readonly depth: number;
}

/** What is open behind a tag within; `undefined`: it closed the element. */
export function openBehind(element: OpenElement, tag: HtmlTag): OpenElement | undefined {
  if (tag.name !== element.name) return element;
  const depth = element.depth + (tag.closes ? -1 : 1);
  return depth === 0 ? undefined : { name: element.name, depth };
}
