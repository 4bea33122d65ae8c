import { type Schema, Validator } from '@cfworker/json-schema';
import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/base/redactor.ts';
import { AnnotationCount } from '../../../src/report/annotation-count.ts';
import { annotationLines, plainFindingLines } from '../../../src/report/findings/finding-lines.ts';
import { findingsPart } from '../../../src/report/findings/findings-part.ts';
import { fingerprintsOf } from '../../../src/report/findings/fingerprint.ts';
import { sarifLog } from '../../../src/report/findings/sarif.ts';
import { createLog } from '../../../src/report/log.ts';
import type { Finding } from '../../../src/tool/tool-use-context.ts';
import { HOSTILE } from '../rendering-cases.ts';

const options = { hosts: ['github.com'], triggerPhrase: '@unattended' };
const finding: Finding = {
  path: 'src/a.js',
  line: 3,
  endLine: 3,
  severity: 'warning',
  message: 'It may be empty.',
  text: 'return list[0];',
};
const many = (count: number, change: Partial<Finding> = {}): Finding[] =>
  Array.from({ length: count }, (_, index) => ({
    ...finding,
    line: index + 1,
    endLine: index + 1,
    ...change,
  }));

describe('annotations', () => {
  test('stand at their lines, with everything escaped', () => {
    const lines = annotationLines(
      [
        {
          ...finding,
          path: 'a:b,c%.js',
          endLine: 5,
          rule: 'empty-list',
          message: 'One\n::error::100%',
        },
      ],
      new AnnotationCount(),
    );
    expect(lines).toEqual([
      '::warning file=a%3Ab%2Cc%25.js,line=3,endLine=5,title=empty-list::One%0A::error::100%25',
    ]);
  });

  test('are ten of a level at most, and the rest is one line', () => {
    const found = [
      ...many(12),
      ...many(11, { severity: 'error', message: 'a' }),
      ...many(2, { severity: 'notice', message: 'b' }),
    ];
    const lines = annotationLines(found, new AnnotationCount());
    const of = (level: string) => lines.filter((line) => line.startsWith(`::${level} `)).length;
    expect([of('error'), of('warning'), of('notice')]).toEqual([10, 10, 2]);
    expect(lines).toHaveLength(23);
    expect(lines.at(-1)).toContain('3 more findings');
    expect(lines[0]).toMatch(/^::error /);
  });

  test('share the ten with what the run itself had to say', () => {
    let text = '';
    const write = (piece: string) => {
      text += piece;
    };
    const log = createLog(write, {
      showFullOutput: false,
      redactor: createRedactor([]),
      github: true,
    });
    for (let count = 0; count < 4; count += 1)
      log.emit({ type: 'notice', at: 0, level: 'warning', text: 'careful' });
    log.emit({ type: 'findings', at: 0, findings: many(9) });
    log.emit({
      type: 'run_finished',
      at: 0,
      outcome: { denials: [], errors: [], result: '', changedFiles: [] } as never,
      verdict: { conclusion: 'success', stopReason: 'completed', headline: 'Done', exitCode: 0 },
    });
    expect(text.match(/^::warning /gm)).toHaveLength(10);
    expect(text).toContain('\n3 more findings');
  });

  test('no text of others begins a line or ends a property', () => {
    const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(hostile, hostile, (path, message) => {
        const [line = '', ...more] = annotationLines(
          [{ ...finding, path, message }],
          new AnnotationCount(),
        );
        expect(more).toEqual([]);
        expect(line).toMatch(
          /^::warning file=[^:,\n\r]*,line=3,endLine=3,title=Unattended::[^\n\r]*$/,
        );
        expect(line).not.toContain('##[');
        for (const plain of plainFindingLines([{ ...finding, path: `x${path}`, message }]))
          expect(plain).not.toMatch(/[\n\r]|^\s*::/);
      }),
    );
  });
});

describe('the list in comment and summary', () => {
  test('has the most severe first, each once, and counts them', () => {
    const found = [finding, { ...finding }, { ...finding, severity: 'error', endLine: 4 } as const];
    expect(findingsPart(found, options, 10)).toBe(
      '**Findings**: 1 error and 1 warning\n\n- ❌ `src/a.js:3-4` It may be empty.\n- ⚠️ `src/a.js:3` It may be empty.',
    );
  });

  test('is cut, and says by how much', () => {
    expect(findingsPart(many(12), options, 5)).toContain('… and 7 more');
  });

  test('tells that nothing was found from that nobody looked', () => {
    expect(findingsPart([], options, 5)).toBe('**Findings**: none');
    expect(findingsPart(undefined, options, 5)).toBe('');
  });

  test('has nothing live in it', () => {
    const message =
      '@octocat fixes #1 ![x](https://evil.example/x.png) <!-- unattended:1 --> @unattended';
    const text = findingsPart([{ ...finding, message }], options, 5);
    expect(text).not.toMatch(/@octocat|fixes #1|!\[|<!-- unattended|@unattended/);
  });
});

describe('fingerprints', () => {
  const one = (change: Partial<Finding>) => fingerprintsOf([{ ...finding, ...change }])[0];

  test('do not hang on the line number, blanks or the severity', () => {
    const same = one({ line: 90, endLine: 90, severity: 'error', text: '  return  list[0];' });
    expect(same).toBe(one({}));
    expect(one({})).toMatch(/^[0-9a-f]{24}$/);
  });

  test('differ with path, words and lines, and between two that are alike', () => {
    const all = [one({}), one({ path: 'b' }), one({ message: 'x' }), one({ text: 'x' })];
    expect(new Set([...all, ...fingerprintsOf([finding, finding])]).size).toBe(5);
  });
});

describe('SARIF', () => {
  // By OASIS, as its authors ship it with their own checks.
  const validator = new Validator(schema as Schema, '7', false);
  const log = (findings: readonly Finding[]) =>
    sarifLog(findings, { version: '0.1.0', complete: true, category: ['ci', 'a b/c'] }) as {
      runs: [{ results: Record<string, unknown>[]; tool: { driver: { rules: { id: string }[] } } }];
    };

  test('fits its schema, whatever was found', () => {
    const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme' }));
    const anyFinding = fc.record({
      path: fc
        .array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 })
        .map((names) => names.join('/')),
      line: fc.integer({ min: 1, max: 9_999 }),
      severity: fc.constantFrom('error', 'warning', 'notice'),
      rule: fc.option(fc.constantFrom('a', 'sql-injection'), { nil: undefined }),
      message: text.map((words) => `x${words}`),
      text,
    });
    fc.assert(
      fc.property(fc.array(anyFinding, { maxLength: 5 }), (some) => {
        const made = log(some.map((it) => ({ ...it, endLine: it.line + 1 })) as Finding[]);
        expect(validator.validate(JSON.parse(JSON.stringify(made))).errors).toEqual([]);
      }),
      { numRuns: 30 },
    );
    expect(validator.validate({ version: '2.1.0' }).valid).toBe(false);
  });

  test('has what GitHub reads: rules, places below the checkout, levels and fingerprints', () => {
    const made = log([
      { ...finding, path: 'a b/ü:%.js', rule: 'sql-injection' },
      { ...finding, severity: 'notice' },
    ]);
    const [run] = made.runs;
    expect(run.tool.driver.rules.map(({ id }) => id)).toEqual(['finding', 'sql-injection']);
    expect(run).toMatchObject({ automationDetails: { id: 'unattended/ci/a%20b%2Fc/' } });
    expect(run.results).toMatchObject([
      {
        ruleId: 'sql-injection',
        ruleIndex: 1,
        level: 'warning',
        message: { text: 'It may be empty.' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'a%20b/%C3%BC%3A%25.js', uriBaseId: '%SRCROOT%' },
              region: { startLine: 3, endLine: 3 },
            },
          },
        ],
        partialFingerprints: { primaryLocationLineHash: expect.stringMatching(/^[0-9a-f]{16}:1$/) },
      },
      { ruleId: 'finding', ruleIndex: 0, level: 'note' },
    ]);
  });

  test('half a character, which a model can write, is in none', () => {
    const made = log([{ ...finding, path: 'a\ud800/b', message: 'x\udc00' }]);
    expect(JSON.stringify(made)).not.toMatch(/\\ud[89a-f]/);
    expect(JSON.stringify(made)).toContain('"a%EF%BF%BD/b"');
  });

  test('an empty one closes the alerts of earlier runs', () => {
    expect(validator.validate(log([])).errors).toEqual([]);
    expect(log([]).runs[0].results).toEqual([]);
  });

  test('has no more results than GitHub takes', () => {
    const found = many(25_001).map((it, index) => ({ ...it, message: String(index) }));
    expect(log(found).runs[0].results).toHaveLength(25_000);
  });
});
