import * as z from 'zod';
import { compileAllowedHosts } from '../../../permission/url-guard/allowed-hosts.ts';
import {
  checkAddresses,
  guardUrl,
  type Resolve,
  type UrlRules,
} from '../../../permission/url-guard/guard-url.ts';
import { createSecretSearch } from '../../../permission/url-guard/secret-in-url.ts';
import { UrlRefusal } from '../../../permission/url-guard/url-refusal.ts';
import type { Guard } from './guard.ts';

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

/** Judges a request and its redirects by the guard that every tool with a network calls. */
export const urlGuard: Guard = { name: 'url', answer: judgeUrl, refuse: deny };

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

function deny(reason: string): Answer {
  return { behavior: 'deny', reason };
}
