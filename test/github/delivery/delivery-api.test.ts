import { expect, test } from 'vitest';
import { deliveryApi } from '../../../src/github/delivery/delivery-api.ts';

test.each([
  ['https://api.github.com', undefined, 'https://api.github.com/graphql'],
  ['https://github.example/api/v3', undefined, 'https://github.example/api/graphql'],
  ['https://github.example/api/v3/', undefined, 'https://github.example/api/graphql'],
  [
    'https://github.example/api/v3',
    'https://other.example/graphql',
    'https://other.example/graphql',
  ],
])('GraphQL lies beside %s', async (apiUrl, graphqlUrl, expected) => {
  const asked: string[] = [];
  const send = async (url: string | URL | Request) => {
    asked.push(String(url));
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  };
  const api = deliveryApi({ apiUrl, graphqlUrl, repository: 'o/r', token: 't', fetch: send });
  await api.graphql('query', {});
  await api.head('a/b#c');
  expect(asked).toEqual([expected, `${apiUrl.replace(/\/$/, '')}/repos/o/r/git/ref/heads/a/b%23c`]);
});
