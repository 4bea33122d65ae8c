import type { MessageParam, TextBlockParam, Tool } from '@anthropic-ai/sdk/resources/messages';
import { knownCapabilities } from '../src/model/capabilities.ts';
import { wireRequest } from '../src/model/request.ts';
import { startFakeAnthropic } from '../test/fakes/anthropic-api.ts';
import { plainJson, type RequestBody } from '../test/fakes/anthropic-cache.ts';
import { type SentRequest, simulateCache } from '../test/fakes/cache-simulator.ts';
import { CACHE_SESSIONS, type CacheSession } from './cache-sessions.ts';
import { CLIENTS } from './clients.ts';
import { median } from './figures/figure.ts';
import { runClient } from './measure.ts';

/*
 * node bench/cache.ts (npm run bench tells it too): how much of the prompt before it each request of a run
 * reads from the prompt cache, for several kinds of session. A cache like the API's is simulated; no times.
 */
const TARGET = 95;
const MINUTE_MS = 60_000;

const client = CLIENTS.find(({ name }) => name === 'ours');
if (!client) throw new Error('The client “ours” is gone.');
const ours = client;

interface Shares {
  readonly name: string;
  /** Of each request after the first, %; `undefined` where the history was made shorter. */
  readonly shares: readonly (number | undefined)[];
  readonly aside?: string | undefined;
}

const told: Shares[] = [];
let plain: readonly RequestBody[] = [];
for (const session of CACHE_SESSIONS) {
  const bodies = await play(session);
  if (session === CACHE_SESSIONS[0]) plain = bodies;
  told.push({ name: session.name, shares: sharesOf(spaced(bodies, 0)), aside: session.aside });
}
const hour = plain.map(forAnHour);
told.push(
  { name: 'kept for an hour, four minutes a turn', shares: sharesOf(spaced(hour, 4)) },
  {
    name: 'kept for an hour, ten minutes a turn',
    shares: sharesOf(spaced(hour, 10)),
    aside: 'only tools and system prompt are kept so long',
  },
);
print(told);

/** The requests of a run of `dist/`. */
async function play(session: CacheSession): Promise<readonly RequestBody[]> {
  const api = await startFakeAnthropic({ turns: [], checksPrefix: false });
  try {
    const { exitCode, violations, stderr } = await runClient(ours, api.url, session);
    const wrong = violations[0] ?? (exitCode === 0 ? undefined : `exit code ${exitCode}`);
    if (wrong !== undefined) throw new Error(`${session.name}: ${wrong}\n${stderr}`);
    return api.requests.map(({ body }) => body);
  } finally {
    await api.close();
  }
}

function spaced(bodies: readonly RequestBody[], minutes: number): SentRequest[] {
  return bodies.map((body, index) => ({ body, at: index * minutes * MINUTE_MS }));
}

/** The same request where tools and system prompt are kept for an hour, as first-hand runs with long calls ask. */
function forAnHour(body: RequestBody): RequestBody {
  const { system, tools, messages } = JSON.parse(plainJson(body)) as {
    system: TextBlockParam[];
    tools: Tool[];
    messages: MessageParam[];
  };
  const model = String(body.model);
  const options = { model, capabilities: knownCapabilities(model), ttl: '1h' } as const;
  const wired = wireRequest({ system, tools, messages, maxTokens: 1_000 }, options);
  return wired as unknown as RequestBody;
}

function sharesOf(requests: readonly SentRequest[]): Shares['shares'] {
  const lengths = requests.map(({ body }) => plainJson(body).length);
  return simulateCache(requests)
    .map(({ share }, index) => {
      const isShorter = (lengths[index] ?? 0) < (lengths[index - 1] ?? 0);
      return share === undefined || isShorter ? undefined : share * 100;
    })
    .slice(1);
}

function print(sessions: readonly Shares[]): void {
  const row = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`);
  console.log('');
  row('earlier prompt read from the cache, %', 'requests', 'first', 'median', 'worst', 'reached');
  row('---', '---', '---', '---', '---', '---');
  for (const { name, shares, aside } of sessions) {
    const held = shares.filter((share) => share !== undefined);
    const worst = Math.min(...held);
    const reached = worst >= TARGET ? 'yes' : '**no**';
    const figures = [held[0] ?? Number.NaN, median(held), worst].map((share) => share.toFixed(1));
    row(
      name,
      String(shares.length + 1),
      ...figures,
      aside === undefined ? reached : `– (${aside})`,
    );
  }
  console.log(
    `\nTarget: ≥ ${TARGET} of every request after the first, but where the history was made shorter.`,
  );
  for (const { name, shares } of sessions) {
    if (!shares.some((share) => share === undefined || share < TARGET)) continue;
    const list = shares.map((share) => share?.toFixed(0) ?? 'shorter').join(' ');
    console.log(`- ${name}: ${list}`);
  }
}
