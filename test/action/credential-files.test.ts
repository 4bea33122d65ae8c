import { expect, test } from 'vitest';
import { withoutCredentialFiles } from '../../src/action/credential-files.ts';
import { loadPolicy } from '../../src/action/load-policy.ts';
import { compileRules } from '../../src/permission/compile-rules.ts';
import { hiddenBy } from '../../src/permission/hidden-paths.ts';

const workspace = {
  root: '/w/app',
  directory: '/w/app',
  home: '/home/me',
  runDirectory: '/tmp/run',
};

test('a file of credentials in the workspace is hidden, whatever is in its name', async () => {
  const policy = await loadPolicy(
    { names: ['pr-fix'], allowed: [], disallowed: [] },
    async () => undefined,
  );
  const variables = {
    GOOGLE_APPLICATION_CREDENTIALS: '/w/app/gha-creds-1a.json',
    AWS_WEB_IDENTITY_TOKEN_FILE: '/w/my app/[token] (1)!*.txt',
    AWS_SHARED_CREDENTIALS_FILE: 'relative',
    ANTHROPIC_IDENTITY_TOKEN_FILE: '/run/gha-jwt',
    HOME: '/home/me',
  };
  const hides = hiddenBy(
    compileRules(withoutCredentialFiles(policy, variables).rules, workspace),
    workspace,
  );
  expect(hides('/w/app/gha-creds-1a.json')).toBe(true);
  expect(hides('gha-creds-1a.json')).toBe(true);
  expect(hides('/w/my app/[token] (1)!*.txt')).toBe(true);
  expect(hides('/w/my app/t (1)!x.txt')).toBe(false);
  expect(hides('/run/gha-jwt')).toBe(true);
  expect(hides('/w/app/gha-creds-2b.json')).toBe(false);
  expect(withoutCredentialFiles(policy, {})).toBe(policy);
});
