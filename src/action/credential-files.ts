import { isAbsolute } from 'node:path';
import { parseRule } from '../permission/parse-rule.ts';
import type { Policy } from '../policy/policy.ts';

/**
 * Variables that name files with credentials of a cloud. Google's login step puts its file into the
 * workspace, where an agent would find it.
 */
const FILES =
  /^(GOOGLE_APPLICATION_CREDENTIALS|GOOGLE_GHA_CREDS_PATH|CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE|AWS_SHARED_CREDENTIALS_FILE|AWS_WEB_IDENTITY_TOKEN_FILE|AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE|AZURE_FEDERATED_TOKEN_FILE|AZURE_CLIENT_CERTIFICATE_PATH|ANTHROPIC_IDENTITY_TOKEN_FILE)$/;

/** The policy with a deny rule for each file of credentials that the job was given. */
export function withoutCredentialFiles(
  policy: Policy,
  variables: Readonly<Record<string, string>>,
): Policy {
  const deny = Object.entries(variables)
    .filter(([name, path]) => FILES.test(name) && isAbsolute(path))
    .flatMap(([name, path]) => {
      const at = { file: `variable ${name}`, line: 1 };
      const pattern = path.replaceAll(/[\\*?[\]!#() ]/gu, '\\$&');
      return [`Read(/${pattern})`, `Edit(/${pattern})`].map((rule) => parseRule(rule, at));
    });
  if (deny.length === 0) return policy;
  return { ...policy, rules: { ...policy.rules, deny: [...policy.rules.deny, ...deny] } };
}
