/** Ways to hide text from whoever reads the page. */
export type HiddenKind =
  | 'unseen characters'
  | 'comments'
  | 'hidden elements'
  | 'attributes'
  | 'image texts and titles'
  | 'link definitions'
  | 'empty links'
  | 'fence words'
  | 'table cells'
  | 'entities'
  | 'unreadable ends';

/** How many of each were taken out; what didn't occur isn't named. */
export type Removed = Readonly<Partial<Record<HiddenKind, number>>>;

export class RemovalCount {
  readonly #counts = new Map<HiddenKind, number>();

  add(kind: HiddenKind, count = 1): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
  }

  get removed(): Removed {
    return Object.fromEntries(this.#counts);
  }
}

/** Attributes and entities are in any page; these hide words. */
export const TELLING_KINDS: readonly HiddenKind[] = [
  'comments',
  'hidden elements',
  'unseen characters',
  'link definitions',
  'empty links',
  'fence words',
  'table cells',
  'unreadable ends',
];
