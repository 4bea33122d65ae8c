import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SystemPromptFacts, systemPrompt } from '../../src/agent/system-prompt.ts';
import { knownToolNames } from '../../src/tools/allow-lists.ts';

const facts = fc.record({
  directory: fc.constant('/w/repo'),
  platform: fc.constant('linux'),
  policy: fc.constant('Nothing is allowed.'),
  toolNames: fc.subarray([...knownToolNames]).map((names) => new Set(names)),
  dryRun: fc.boolean(),
  delivery: fc.option(fc.constant('A patch.'), { nil: undefined }),
  skills: fc.constantFrom('', '- release: Writes notes'),
}) satisfies fc.Arbitrary<SystemPromptFacts>;

test('property: the same bytes for the same facts, and no tool that is not there', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const [block] = systemPrompt(given);
      expect(systemPrompt(given)).toEqual([block]);
      const text = block?.text ?? '';
      // Words that are names of tools in the middle of a sentence, as in code: `TodoWrite`, `ReportFindings`.
      for (const name of knownToolNames) {
        if (given.toolNames.has(name) || !/[a-z][A-Z]|^Bash$|^Skill$/.test(name)) continue;
        expect(text).not.toMatch(new RegExp(`\\b${name}\\b`));
      }
      expect(text.includes('- release')).toBe(given.skills !== '' && given.toolNames.has('Skill'));
    }),
  );
});
