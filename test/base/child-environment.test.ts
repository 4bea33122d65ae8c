import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { childEnvironment } from '../../src/base/child-environment.ts';

describe('childEnvironment', () => {
  test('passes the safe set and fixed settings, nothing else', () => {
    const kept = childEnvironment(
      {
        PATH: '/usr/bin',
        LC_ALL: 'C.UTF-8',
        JAVA_HOME_21_X64: '/opt/java',
        TERM: 'xterm',
        GITHUB_ENV: '/tmp/env',
        GITHUB_OUTPUT: '/tmp/out',
        GITHUB_EVENT_PATH: '/tmp/event',
        ANYTHING: 'else',
        UNSET: undefined,
      },
      [],
      [],
    );
    expect(kept).toEqual({
      PATH: '/usr/bin',
      LC_ALL: 'C.UTF-8',
      JAVA_HOME_21_X64: '/opt/java',
      TERM: 'dumb',
      PAGER: 'cat',
      GIT_PAGER: 'cat',
      GIT_EDITOR: 'true',
      GIT_TERMINAL_PROMPT: '0',
      DEBIAN_FRONTEND: 'noninteractive',
      npm_config_yes: 'false',
    });
  });

  test('passes what a policy names, by name or glob, literally', () => {
    const env = { NODE_ENV: 'test', npm_config_cache: '/c', 'a.b': '1', aXb: '2' };
    const kept = childEnvironment(env, ['NODE_ENV', 'npm_config_*', 'a.b'], []);
    expect(kept).toMatchObject({ NODE_ENV: 'test', npm_config_cache: '/c', 'a.b': '1' });
    expect(kept).not.toHaveProperty('aXb');
  });

  test('a fixed setting can’t be passed over, nor under another spelling', () => {
    const env = { npm_config_yes: 'true', NPM_CONFIG_YES: 'true', Npm_Config_Yes: 'true' };
    const kept = childEnvironment(env, ['*'], []);
    const npm = Object.entries(kept).filter(([name]) => /^npm_config_yes$/i.test(name));
    expect(npm).toEqual([['npm_config_yes', 'false']]);
  });

  test.each([
    'GITHUB_TOKEN',
    'INPUT_ANTHROPIC_API_KEY',
    'INPUT_PROMPT',
    'ACTIONS_RUNTIME_TOKEN',
    'ACTIONS_ID_TOKEN_REQUEST_URL',
    'ANTHROPIC_API_KEY',
    'AWS_SECRET_ACCESS_KEY',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'npm_config__auth',
    'npm_config_//registry.example.com/:_authToken',
    'GITHUB_ENV',
    'GITHUB_PATH',
    'GITHUB_STATE',
    'DB_PASSWORD',
    'BASH_ENV',
    'ENV',
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'BASH_FUNC_ls%%',
    'GIT_SSH_COMMAND',
    'GIT_CONFIG_COUNT',
    'PROMPT_COMMAND',
    'IFS',
  ])('%s never passes, even when asked for', (name) => {
    expect(childEnvironment({ [name]: 'value' }, ['*', name], [])).not.toHaveProperty([name]);
  });

  test.each([
    ['the secret itself', 's3cr3t-value'],
    ['inside another text', 'https://x?key=s3cr3t-value&y'],
    ['base64', Buffer.from('s3cr3t-value').toString('base64')],
    ['base64 behind a user name', Buffer.from('me:s3cr3t-value').toString('base64')],
    ['base64 behind a longer one', Buffer.from('user:s3cr3t-value').toString('base64')],
    ['token shape', `ghp_${'a'.repeat(36)}`],
    ['user and password in an address', 'http://me:pw@proxy.example.com:8080'],
  ])('a value with a secret never passes: %s', (_name, value) => {
    const kept = childEnvironment({ HOME: value, CI: 'true' }, ['*'], ['s3cr3t-value', '']);
    expect(kept).not.toHaveProperty('HOME');
    expect(kept['CI']).toBe('true');
  });

  test('no secret is in it, whatever the environment and the policy', () => {
    const text = fc.string({ maxLength: 20 });
    fc.assert(
      fc.property(
        fc.string({ minLength: 4, maxLength: 12 }).filter((s) => s.trim().length >= 6),
        fc.dictionary(fc.oneof(text, fc.constantFrom('PATH', 'HOME', 'LANG')), text),
        text,
        text,
        (secret, env, before, after) => {
          const poisoned = { ...env, PATH: before + secret + after };
          const kept = childEnvironment(poisoned, ['*'], [secret]);
          expect(Object.values(kept).filter((value) => value.includes(secret))).toEqual([]);
        },
      ),
    );
  });
});
