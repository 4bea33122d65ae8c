import type { NeutraliseOptions } from '../report/neutralise.ts';
import type { Door } from './door.ts';

/** Hosts that links in a comment may lead to: GitHub's own, which the reader is on already. */
export function reportOptions(door: Pick<Door, 'variables'>): NeutraliseOptions {
  const server = hostOf(door.variables['GITHUB_SERVER_URL'] ?? '');
  return {
    hosts: server === undefined ? ['github.com'] : [server],
    triggerPhrase: '@unattended',
  };
}

function hostOf(address: string): string | undefined {
  return /^https?:\/\/([^/:]+)/.exec(address)?.[1];
}
