import { createInterface } from 'node:readline';
import * as z from 'zod';
import { ConfigError, messageOf } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import { RuleError } from '../../permission/parse-rule.ts';
import { compileAllowedHosts } from '../../permission/url-guard/allowed-hosts.ts';
import {
  checkAddresses,
  guardUrl,
  type Resolve,
  type UrlRules,
} from '../../permission/url-guard/guard-url.ts';
import { createSecretSearch } from '../../permission/url-guard/secret-in-url.ts';
import { UrlRefusal } from '../../permission/url-guard/url-refusal.ts';
import { readFlags } from './arguments.ts';
import type { CommandEnvironment } from './command.ts';

interface Answer {
  readonly behavior: 'allow' | 'deny';
  readonly reason: string;
}

const addresses = z.record(z.string(), z.array(z.string()));
const requestSchema = z.object({
  url: z.string(),
  allowed: z.array(z.string()),
  resolves: addresses.default({}),
  resolves_later: addresses.default({}),
  redirects: z.array(z.string()).default([]),
  secrets: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  allow_http: z.boolean().default(false),
});
type Request = z.infer<typeof requestSchema>;

const GUARDS: ReadonlyMap<string, (line: unknown) => Promise<Answer>> = new Map([
  ['url', judgeUrl],
]);

/** `unattended guard`: puts lines through a guard, one answer each, in order. */
export async function runGuard(argv: readonly string[], io: CommandEnvironment): Promise<number> {
  const [name = '', ...rest] = argv;
  const guard = GUARDS.get(name);
  if (!guard) throw new ConfigError(unknownGuard(name));
  const flags = readFlags(rest, { jsonl: { type: 'boolean' }, json: { type: 'boolean' } });
  if (!flags.jsonl) throw new ConfigError('Give --jsonl, and a JSON object a line on stdin.');
  let exitCode = 0;
  for await (const line of createInterface({
    input: process.stdin,
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (line.trim() === '') continue;
    const { answer, id, unreadable } = await answerLine(line, guard);
    if (unreadable) exitCode = 2;
    io.out(`${JSON.stringify({ id, ...answer })}\n`);
  }
  return exitCode;
}

/** A line that can't be read is refused, under its `id` where it has one. */
async function answerLine(line: string, guard: (line: unknown) => Promise<Answer>) {
  let id: unknown;
  try {
    const parsed: unknown = JSON.parse(line);
    id = z.object({ id: z.unknown() }).safeParse(parsed).data?.id;
    return { id, answer: await guard(parsed), unreadable: false };
  } catch (thrown) {
    const isInput =
      thrown instanceof SyntaxError || thrown instanceof z.ZodError || thrown instanceof RuleError;
    if (!isInput) throw thrown;
    return {
      id,
      answer: deny(`The line can’t be read: ${inputProblem(thrown)}`),
      unreadable: true,
    };
  }
}

async function judgeUrl(line: unknown): Promise<Answer> {
  const request = requestSchema.parse(line);
  const rules: UrlRules = {
    allowsHost: compileAllowedHosts(request.allowed),
    allowHttp: request.allow_http,
    carriesSecret: createSecretSearch(request.secrets),
  };
  const resolve = resolverOf(request.resolves);
  let verdict = await guardUrl({ url: request.url, rules }, resolve);
  for (const location of [...request.redirects, undefined]) {
    if (verdict.behavior === 'deny') return deny(verdict.reason);
    const later = laterProblem(verdict.host, request);
    if (later !== undefined) return deny(later);
    if (location === undefined) break;
    verdict = await guardUrl({ url: location, rules, after: verdict }, resolve);
  }
  if (verdict.behavior === 'deny') return deny(verdict.reason);
  const { host, connectTo } = verdict;
  return {
    behavior: 'allow',
    reason: `${host} is an allowed domain and all its addresses are public; connect to ${connectTo.join(' or ')}.`,
  };
}

/** A name that turns inward between check and connection is an attack, though none connects there. */
function laterProblem(host: string, { resolves_later }: Request): string | undefined {
  const answers = resolverOf(resolves_later)(host);
  if (answers.length === 0) return undefined;
  try {
    checkAddresses(host, answers);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof UrlRefusal) return thrown.message;
    throw thrown;
  }
}

function resolverOf(table: Readonly<Record<string, readonly string[]>>) {
  const byHost = new Map(
    Object.entries(table).map(([host, answers]) => [
      host.toLowerCase().replace(/\.$/, ''),
      answers,
    ]),
  );
  return ((host) => byHost.get(host) ?? []) satisfies Resolve;
}

function inputProblem(thrown: Error): string {
  if (!(thrown instanceof z.ZodError)) return messageOf(thrown);
  const [issue] = thrown.issues;
  const place = issue?.path.length ? `“${issue.path.join('.')}”: ` : '';
  return `${place}${issue?.message ?? 'it has another shape'}.`;
}

function unknownGuard(name: string): string {
  const names = [...GUARDS.keys()];
  const near = nearest(name, names);
  if (near !== undefined) return `There is no guard “${name}”. Did you mean “${near}”?`;
  return `Say which guard: unattended guard ${names.join('|')} --jsonl.`;
}

function deny(reason: string): Answer {
  return { behavior: 'deny', reason };
}
