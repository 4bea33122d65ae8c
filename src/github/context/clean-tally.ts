import { cleanProse } from '../../base/inbound/clean-prose.ts';
import { withoutFrames } from '../../base/inbound/envelope.ts';
import { TELLING_KINDS } from '../../base/inbound/removed.ts';
import { showUnseen } from '../../base/inbound/unseen.ts';
import { cutText, listOf } from '../../base/text.ts';

const ANSI = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

/** Cleans the texts of others, and counts what was hidden in them. */
export class CleanTally {
  readonly #counts = new Map<string, number>();

  /** As it is seen on the page, in lines that begin with `> `: none can pass for one of ours. */
  quote(text: string, max: number): string {
    const { text: seen, removed } = cleanProse(text);
    for (const kind of TELLING_KINDS) this.#add(kind, removed[kind] ?? 0);
    const clean = withoutFrames(seen).trim();
    const cut = clean.length > max ? `${cutText(clean, max)} … (cut)` : clean;
    return quoted(cut);
  }

  /** Code, diffs and logs: nothing goes; what nobody sees is written out. */
  show(text: string): string {
    const shown = showUnseen(text.replace(ANSI, '').replace(/\r+\n?/g, '\n'));
    this.#add('unseen characters in code, shown as \\u…', shown.shown);
    return shown.text;
  }

  /** `comments: 2 and unseen characters: 1`; `undefined`: nothing was hidden. */
  get told(): string | undefined {
    const counts = [...this.#counts].map(([kind, count]) => `${kind}: ${count}`);
    return counts.length === 0 ? undefined : listOf(counts);
  }

  #add(kind: string, count: number): void {
    if (count > 0) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
  }
}

export function quoted(text: string): string {
  return text.replace(/^/gm, '> ');
}
