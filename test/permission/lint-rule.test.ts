import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lintRule } from '../../src/permission/lint-rule.ts';
import { compilePath } from '../../src/permission/match-path.ts';
import { RuleError } from '../../src/permission/parse-rule.ts';
import type { RuleListName } from '../../src/permission/rule-problem.ts';
import { rule } from './scene.ts';

const KNOWN = new Set(
  'Bash Read Edit Write MultiEdit NotebookEdit Glob Grep LS WebFetch WebSearch Agent Task Skill TodoWrite'.split(
    ' ',
  ),
);
const lint = (text: string, list: RuleListName = 'allow') => lintRule(rule(text), list, KNOWN);

describe('lintRule', () => {
  test.each([
    ['Bsh(npm test)', 'deny', 'did you mean Bash?'],
    ['Frobnicate', 'allow', 'names no tool'],
    ['*', 'allow', 'can’t allow tools by a pattern'],
    ['mcp__*', 'allow', 'can’t allow tools by a pattern'],
    ['mcp__*__get', 'allow', 'can’t allow tools by a pattern'],
    ['Write(src/**)', 'deny', 'write Edit(src/**)'],
    ['MultiEdit(src/**)', 'allow', 'write Edit(src/**)'],
    ['NotebookEdit(a.ipynb)', 'allow', 'write Edit(a.ipynb)'],
    ['Glob(src/**)', 'allow', 'write Read(src/**)'],
    ['WebSearch(cats)', 'allow', 'write WebSearch.'],
    ['WebFetch(https://example.com)', 'allow', 'WebFetch(domain:example.com)'],
    ['WebFetch(domain:https://example.com)', 'allow', 'write domain:example.com'],
    ['Read(!a)', 'deny', 'can’t start with "!"'],
    ['Read(../a)', 'deny', '".." as a name'],
    ['Read(a[b)', 'deny', 'without its "]"'],
    ['Read(file_path:.env)', 'deny', 'write Read(.env)'],
    ['Bash(npm test )', 'allow', 'write Bash(npm test)'],
    ['Bash(command:rm *)', 'deny', 'write Bash(rm *)'],
    ['Bash(watch *)', 'allow', 'exact text alone'],
    ['Bash(cd a && npm test)', 'allow', 'one command at a time'],
    ['Bash(npm test | wc *)', 'deny', 'one command at a time'],
    ['Bash(rm a; rm *)', 'ask', 'one command at a time'],
  ] as const)('%s in %s is an error', (text, list, part) => {
    expect(lint(text, list)).toMatchObject({
      level: 'error',
      message: expect.stringContaining(part),
    });
  });

  test.each([
    ['Frobnicate', 'deny', 'names no tool'],
    ['Bash(sudo *)', 'allow', 'allows any command'],
    ['Bash(ls*)', 'allow', 'write Bash(ls *)'],
    ['Bash(awk *)', 'allow', 'wider than it looks'],
    ['Bash(awk:*)', 'allow', 'wider than it looks'],
    ['Bash(sed -n *)', 'allow', 'wider than it looks'],
    ['Bash(python3 *)', 'allow', 'wider than it looks'],
    ['Bash(python3.12 -c *)', 'allow', 'wider than it looks'],
    ['Bash(perl -pe *)', 'allow', 'wider than it looks'],
    ['Bash(node -e:*)', 'allow', 'wider than it looks'],
    ['Bash(node --eval *)', 'allow', 'wider than it looks'],
    ['Bash(ruby *)', 'allow', 'wider than it looks'],
    ['Read(/etc/passwd)', 'deny', 'write Read(//etc/passwd)'],
    ['Edit(.git/**)', 'allow', 'has no effect'],
    ['Edit(.github/workflows/**)', 'allow', 'is protected'],
  ] as const)('%s in %s is a warning', (text, list, part) => {
    expect(lint(text, list)).toMatchObject({
      level: 'warning',
      message: expect.stringContaining(part),
    });
  });

  test.each([
    ['Bash', 'allow'],
    ['Bash(npm test *)', 'allow'],
    ['Bash(python3 -m pytest *)', 'allow'],
    ['Bash(node scripts/build.js *)', 'allow'],
    ['Bash(node --test *)', 'allow'],
    ["Bash(awk '{print $1}' *)", 'allow'],
    ['Bash(awk *)', 'deny'],
    ['Bash(python3 -c *)', 'ask'],
    ['Bash(node -e "a && b; c")', 'allow'],
    [String.raw`Bash(find . -exec true {} \;)`, 'deny'],
    ["Bash(awk '{ print $1; }' *)", 'deny'],
    ['Bash(echo "a; *)', 'deny'],
    ['Bash(run_in_background:true)', 'deny'],
    ['Agent(model:opus)', 'ask'],
    ['Grep(output_mode:content)', 'deny'],
    ['mcp__server', 'allow'],
    ['mcp__server__*', 'allow'],
    ['mcp__server__get_*', 'allow'],
    ['mcp__*', 'deny'],
    ['*', 'ask'],
    ['Edit(.github/workflows/**)', 'deny'],
    ['WebFetch(domain:*.example.com)', 'allow'],
    ['Skill(review *)', 'allow'],
    ['Edit(src/**)', 'allow'],
  ] as const)('%s in %s is fine', (text, list) => {
    expect(lint(text, list)).toBeUndefined();
  });
});

test('property: a path that can’t be used is always told', () => {
  const part = fc.constantFrom(
    'a',
    '.',
    '..',
    '.a',
    '*',
    '**',
    '[',
    ']',
    '!',
    '\\',
    '~',
    '-',
    'é',
    ' ',
  );
  const path = fc.array(fc.oneof(part, fc.constant('/')), { minLength: 1, maxLength: 7 });
  const here = { root: '/', directory: '/', home: '/', runDirectory: '/' };
  fc.assert(
    fc.property(path, (parts) => {
      const given = {
        text: '',
        tool: 'Read',
        specifier: parts.join(''),
        source: { file: '', line: 1 },
      };
      let problem: string | undefined;
      try {
        compilePath(given.specifier, 'grant', here);
      } catch (error) {
        if (!(error instanceof RuleError)) throw error;
        problem = error.message;
      }
      const told = lintRule(given, 'deny', KNOWN);
      expect(told?.level === 'error' ? told.message : undefined).toBe(problem);
    }),
    { numRuns: 5_000 },
  );
});
