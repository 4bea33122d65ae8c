import { parseArgs } from 'node:util';
import { startFakeAnthropic } from '../test/fakes/anthropic-api.ts';
import type { FakeTurn } from '../test/fakes/anthropic-turn.ts';

/*
 * The loopback API of the soak: so many turns that each read another page, and a summary whenever one
 * is asked for. A process of its own, which prints its address.
 */
const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '2000' },
    files: { type: 'string', default: '' },
    pages: { type: 'string', default: '1' },
    lines: { type: 'string', default: '1' },
  },
});
const [turns, pages, lines] = [values.turns, values.pages, values.lines].map(Number);
const files = values.files.split(',');
let asked = 0;

const api = await startFakeAnthropic({
  keepsBodies: false,
  // Old results are cleared: what was sent before need not come again.
  checksPrefix: false,
  turns: ({ messages }): FakeTurn => {
    const isSummary = JSON.stringify(messages.at(-1)).includes(
      'will be replaced by what you write',
    );
    if (isSummary) return { content: [{ type: 'text', text: 'It reads page after page.' }] };
    if (asked === turns) return { content: [{ type: 'text', text: 'Done.' }] };
    return { content: [{ type: 'tool_use', name: 'Read', input: pageOf(asked++) }] };
  },
});
console.log(JSON.stringify({ url: api.url }));

function pageOf(turn: number) {
  const page = turn % (files.length * (pages ?? 1));
  const file = files[page % files.length] ?? '';
  const limit = lines ?? 1;
  return { file_path: file, offset: 1 + limit * Math.floor(page / files.length), limit };
}
