import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSettings } from '../../../src/policy/settings/parse-settings.ts';
import type { SettingsLayer } from '../../../src/policy/settings/settings.ts';
import { KNOWN } from '../known-names.ts';

const read = (text: string, layer: SettingsLayer = 'explicit') =>
  parseSettings(text, {
    file: 's.json',
    layer,
    anchor: '/w',
    directory: '/w/package',
    home: '/home/runner',
    knownToolNames: KNOWN.knownToolNames,
  });
const problemsOf = (text: string, layer?: SettingsLayer) =>
  read(text, layer).problems.map(({ message }) => message);

test('rules keep their place and the folder that they start from', () => {
  const text = '{\n\t"permissions": {\n\t\t"deny": [\n\t\t\t"Read(/secrets/**)"\n\t\t]\n\t}\n}\n';
  expect(read(text).settings?.rules.deny).toEqual([
    {
      text: 'Read(/secrets/**)',
      tool: 'Read',
      specifier: '/secrets/**',
      source: { file: 's.json', line: 4 },
      anchor: '/w',
    },
  ]);
});

test('directories are taken from the working directory and from home', () => {
  const text = '{"permissions":{"additionalDirectories":["../lib","~/notes","/opt/x"]}}';
  expect(read(text).settings?.additionalDirectories).toEqual([
    '/w/lib',
    '/home/runner/notes',
    '/opt/x',
  ]);
});

test.each([
  ['{"permissions":{"deny":["Bash(rm"]}}', 's.json:1:25: The rule "Bash(rm" has a "("'],
  ['{"permissions":{"allow":["Bash(rm"]}}', undefined],
  ['{"permission":{"deny":["Bash"]}}', 's.json:1:2: `permission` is not a key of settings; did'],
  ['{"permissions":{"dney":["Bash"]}}', 's.json:1:17: `dney` is not a key of settings; did you'],
  ['{"permissions":{"deny":"Bash"}}', 's.json:1:24: `permissions.deny` has to be a list, but is'],
  ['{"permissions":{"deny":["Write(src/**)"]}}', 's.json:1:25: "Write(src/**)" is never consulted'],
  ['{"permissions":{},"permissions":{}}', 's.json:1:19: This key stands here twice'],
  ['[]', 's.json:1:1: A settings file has to be a mapping'],
  ['permissions: {}', 's.json:1:1: Settings have to be JSON: Unexpected token'],
  ['{"permissions": {},\n}', 's.json:2:1: Settings have to be JSON: Expected double-quoted'],
  ['{"permissions":', 's.json:1:16: Settings have to be JSON: Unexpected end of JSON input.'],
])('%s', (text, message) => {
  const problems = problemsOf(text);
  if (message === undefined) expect(problems).toEqual([]);
  else expect(problems[0]).toContain(message);
});

describe('a mode that would allow what no rule allows', () => {
  const withMode = (mode: string) => `{"permissions":{"defaultMode":"${mode}"}}`;

  test.each(['acceptEdits', 'auto', 'bypassPermissions'])('%s', (mode) => {
    expect(problemsOf(withMode(mode))[0]).toContain(`defaultMode: ${mode}\` would allow what no`);
    const own = read(withMode(mode), 'project');
    expect(own.problems).toEqual([]);
    expect(own.settings?.planMode).toBeUndefined();
    expect(own.warnings[0]).toContain('so it is passed over.');
  });

  test('strict ones are taken, and a typo is none of them', () => {
    expect(read(withMode('plan')).settings?.planMode).toBe(true);
    expect(read(withMode('dontAsk')).settings?.planMode).toBe(false);
    expect(problemsOf(withMode('plann'), 'user')[0]).toContain('did you mean `plan`?');
  });
});

test('what other programs use is said to have no effect, once', () => {
  const text =
    '{"$schema":"x","model":"opus","env":{"A":"1"},"permissions":{"disableAutoMode":"disable"}}';
  expect(read(text).warnings).toEqual([
    's.json: model, env have no effect here; of settings only permissions, hooks, claudeMdExcludes and disableSkillShellExecution count.',
  ]);
  expect(read(text, 'user').warnings).toEqual([]);
});

test('hooks are taken as Claude Code takes them, slips apart', () => {
  const text =
    '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x","new":1}]}],"Later":[]}}';
  expect(read(text).settings?.hooks.PreToolUse).toEqual([
    {
      matcher: '',
      hooks: [
        {
          type: 'command',
          command: 'x',
          onFailure: 'block_unclear',
          source: { file: 's.json', line: 1 },
        },
      ],
    },
  ]);
  expect(read(text).warnings[0]).toContain('No version knows the hook event `Later`');
  const slip =
    '{"hooks":{"PreToolUse":[{"matcher":"bash|Edit|Other","hooks":[{"type":"command","command":"x"}]}]}}';
  expect(read(slip).warnings).toEqual([expect.stringContaining('did you mean `Bash`?')]);
  expect(problemsOf('{"hooks":{"PreToolUs":[]}}')[0]).toContain('did you mean `PreToolUse`?');
  expect(problemsOf('{"hooks":{"Stop":[{"hooks":[{"type":"powershell"}]}]}}')).toHaveLength(1);
});

test('a byte order mark is no part of it', () => {
  expect(read('\uFEFF{"permissions":{"deny":["Bash"]}}').settings?.rules.deny).toHaveLength(1);
});

test('rules of tools that are not here are passed over with a warning', () => {
  const { settings, warnings } = read(
    '{"permissions":{"deny":["SlashCommand"],"allow":["SlashCommand(/x)","Edit(src/**)"]}}',
    'user',
  );
  expect(settings?.rules.deny).toEqual([]);
  expect(settings?.rules.allow.map(({ text }) => text)).toEqual(['Edit(src/**)']);
  expect(warnings).toHaveLength(2);
});

test('property: no text makes it throw, and what is no JSON gives no settings', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const { settings, problems } = read(text);
      expect(settings === undefined).toBe(problems.length > 0);
    }),
  );
});
