import { compileAllowedHosts } from '../../../src/permission/url-guard/allowed-hosts.ts';
import {
  type AllowedUrl,
  guardUrl,
  type UrlRules,
  type UrlVerdict,
} from '../../../src/permission/url-guard/guard-url.ts';
import { createSecretSearch } from '../../../src/permission/url-guard/secret-in-url.ts';

export const PUBLIC = '93.184.216.34';
export const TOKEN = 'ghs_Zq8Lr2Vx7Nw4Tb9Kc3Md6Pf1Hj5Gs0Ya2Ue8Ri';

interface Scene {
  readonly allowed?: readonly string[];
  readonly resolves?: Readonly<Record<string, readonly string[]>>;
  readonly allowHttp?: boolean;
  readonly secrets?: readonly string[];
  readonly after?: AllowedUrl;
}

/** Judges one request; every host has a public address unless `resolves` says something else. */
export function judge(url: string, scene: Scene = {}): Promise<UrlVerdict> {
  return guardUrl(
    { url, rules: rulesOf(scene), ...(scene.after && { after: scene.after }) },
    (host) => scene.resolves?.[host] ?? [PUBLIC],
  );
}

/** Judges a request and the redirects it is answered with, each against the one before. */
export async function follow(urls: readonly string[], scene: Scene = {}): Promise<UrlVerdict> {
  const [first = '', ...locations] = urls;
  let verdict = await judge(first, scene);
  for (const location of locations) {
    if (verdict.behavior === 'deny') return verdict;
    verdict = await judge(location, { ...scene, after: verdict });
  }
  return verdict;
}

export function rulesOf({ allowed = ['*'], allowHttp, secrets = [] }: Scene = {}): UrlRules {
  return {
    allowsHost: compileAllowedHosts(allowed),
    ...(allowHttp !== undefined && { allowHttp }),
    carriesSecret: createSecretSearch(
      secrets.map((value, at) => ({ name: `SECRET_${at}`, value })),
    ),
  };
}
