import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';
import type { Outcome } from '../../src/events/outcome.ts';
import type { RunEvent } from '../../src/events/run-event.ts';
import { commentBody } from '../../src/report/comment.ts';
import { createRunState } from '../../src/report/run-state.ts';
import { stepSummary } from '../../src/report/summary.ts';
import { timelineChart } from '../../src/report/timeline.ts';
import {
  answer,
  DENIED,
  decided,
  INFO,
  OUTCOME,
  SAMPLE,
  SECRET,
  T0,
  VERDICT,
} from './sample-run.ts';

const redactor = createRedactor([SECRET]);
const OPTIONS = {
  hosts: ['github.com'],
  triggerPhrase: '@unattended',
  marker: '<!-- unattended:0a1b -->',
  redact: redactor.redact,
};

function stateOf(events: readonly RunEvent[]) {
  const run = createRunState(redactor);
  for (const event of events) run.emit(event);
  return run.state;
}

const finish = (outcome: Partial<Outcome>, headline = VERDICT.headline): RunEvent => ({
  type: 'run_finished',
  at: T0,
  outcome: { ...OUTCOME, ...outcome },
  verdict: { ...VERDICT, headline },
});

describe('the comment', () => {
  test('at the start', () => {
    expect(commentBody(stateOf(SAMPLE.slice(0, 3)), OPTIONS)).toMatchInlineSnapshot(`
      "<!-- unattended:0a1b -->

      ### ⏳ Starting …

      <sub>\`claude-sonnet-5-5\` · policy \`pr-fix\` · [log of the run](https://github.com/octo/sums/actions/runs/42)</sub>
      "
    `);
  });

  test('while the run works', () => {
    expect(commentBody(stateOf(SAMPLE.slice(0, 15)), OPTIONS)).toMatchInlineSnapshot(`
      "<!-- unattended:0a1b -->

      ### ⏳ Working … (turn 2)

      **To-do** (0 of 2 done)

      - [ ] **Fixing the start value** …
      - [ ] Run the tests

      _Bash npm test_

      <sub>2 turns · 5.0 s · \`claude-sonnet-5-5\` · policy \`pr-fix\` · [log of the run](https://github.com/octo/sums/actions/runs/42)</sub>
      "
    `);
  });

  test('at the end', () => {
    const notes = ['The work is on branch [`fix`](https://github.com/octo/sums/tree/fix).'];
    expect(commentBody(stateOf(SAMPLE), { ...OPTIONS, notes })).toMatchInlineSnapshot(`
      "<!-- unattended:0a1b -->

      ### ✅ Done in 5 turns, 1 call refused

      The test failed because \`sum\` started at 1. It starts at 0 now, and all 12 tests pass.

      The work is on branch [\`fix\`](https://github.com/octo/sums/tree/fix).

      <details><summary>To-do: all 2 done</summary>

      - [x] Fix the start value
      - [x] Run the tests

      </details>

      <details><summary>2 files changed (+15 −1)</summary>

      - \`src/sum.js\` (+1 −1)
      - \`test/sum.test.js\` added (+14 −0)

      </details>

      <details><summary>1 call denied</summary>

      **\`Bash git push origin HEAD\`**, by deny rule \`Bash(git push *)\` in \`policies/read-only.yml:14\`
      Pushing is the job of the action: it delivers what you leave in the work tree.

      To allow it, put this into the policy:

      \`\`\`yaml
      permissions:
        allow: ["Bash(git push *)"]
      \`\`\`

      </details>

      <sub>5 turns · 21 s · $0.03 · \`claude-sonnet-5-5\` · policy \`pr-fix\` · [log of the run](https://github.com/octo/sums/actions/runs/42)</sub>
      "
    `);
  });

  test('of a run that failed opens its denials, and counts those that are the same', () => {
    const [denial] = OUTCOME.denials;
    const denials = denial ? [denial, denial, denial] : [];
    const state = stateOf([
      {
        type: 'run_finished',
        at: T0,
        outcome: { ...OUTCOME, denials, costIsEstimate: true },
        verdict: {
          ...VERDICT,
          conclusion: 'failure',
          stopReason: 'denied',
          headline: 'Refused: @all denied',
        },
      },
    ]);
    const body = commentBody(state, OPTIONS);
    expect(body).toContain('### ❌ Refused: @\u200ball denied\n');
    expect(body).toContain('<details open><summary>3 calls denied</summary>');
    expect(body.match(/\*\*`Bash git push origin HEAD`\*\* \(3 times\)/g)).toHaveLength(1);
    expect(body).toContain('$0.03 (estimate)');
  });

  test('names the hook that denied, and where it stands', () => {
    const by = { step: 'hook', hook: 'sh guard.sh', file: 'ci/policy.yml', line: 7 } as const;
    const denied = decided(0, 't', 'Bash', {}, 'Bash ls', {
      behavior: 'deny',
      asked: false,
      decided_by: by,
      reason: 'no',
      effects: [],
    });
    expect(commentBody(stateOf([denied]), OPTIONS)).toContain(
      '**`Bash ls`**, by a hook `sh guard.sh` in `ci/policy.yml:7`\nno',
    );
  });

  test('names the model that took over', () => {
    const retry = { attempt: 1, maxRetries: 1, delayMs: 0, status: 529, error: '529: Overloaded' };
    const taken: RunEvent = {
      type: 'api_retry',
      at: T0,
      retry: { ...retry, fallbackModel: 'claude-haiku-5-5' },
    };
    const state = stateOf([...SAMPLE, taken]);
    for (const text of [commentBody(state, OPTIONS), stepSummary(state, OPTIONS)]) {
      expect(text).toContain('`claude-sonnet-5-5`, then `claude-haiku-5-5` · policy');
    }
  });

  test('of a run that could not begin leads to it, and says why once', () => {
    const why = 'input max_turns can’t be “0”: it takes a whole number of 1 or more.';
    const run = createRunState(redactor, INFO.runUrl);
    run.emit({
      type: 'run_finished',
      at: T0,
      outcome: { ...OUTCOME, result: '', errors: [why, 'Another.'], denials: [], numTurns: 0 },
      verdict: {
        conclusion: 'failure',
        stopReason: 'config_error',
        headline: `Not started: ${why}`,
        exitCode: 1,
      },
    });
    for (const text of [commentBody(run.state, OPTIONS), stepSummary(run.state, OPTIONS)]) {
      expect(text).toMatch(
        /<sub>0 turns · .* · \[log of the run\]\(https:\/\/github\.com\/octo\/sums\/actions\/runs\/42\)<\/sub>/,
      );
      expect(text.split(why)).toHaveLength(2);
    }
    expect(stepSummary(run.state, OPTIONS)).toContain('- Another.');
  });

  test('counts no call as denied that was never judged', () => {
    const unknown = { ...DENIED, decided_by: { step: 'pool' } } as const;
    expect(stateOf([decided(0, 't', 'Nope', {}, 'Nope', unknown)]).denials).toEqual([]);
  });

  test('lets no file name, summary or rule out of its code span', () => {
    const path = 'a`b\n@octocat ``<img src=x>.md';
    const body = commentBody(
      stateOf([
        finish({ changedFiles: [{ path, status: 'added', added: 1, removed: 0 }], denials: [] }),
      ]),
      OPTIONS,
    );
    expect(body).toContain('- ```a`b @octocat ``<img src=x>.md``` added (+1 −0)');
  });

  const wild = fc.string({
    maxLength: 40,
    unit: fc.constantFrom(
      '@user ',
      '`',
      '```\n',
      '<!--',
      '[a](',
      '\\',
      '\n',
      '&',
      'é',
      '𝒳',
      '- ',
      '@unattended',
      '|',
    ),
  });

  test('stays below the limit of GitHub whatever the run said, and ends with our own line', () => {
    void fc.assert(
      fc.property(wild, fc.nat(60_000), fc.nat(40), (piece, size, count) => {
        const long = piece.repeat(Math.ceil(size / Math.max(1, piece.length)));
        const [denial] = OUTCOME.denials;
        const state = stateOf([
          { type: 'run_started', at: T0, info: INFO },
          {
            type: 'todos',
            at: T0,
            todos: Array.from({ length: count }, () => ({
              content: long,
              status: 'pending',
              activeForm: '',
            })),
          },
          finish(
            {
              result: long,
              changedFiles: Array.from({ length: count }, (_, n) => ({
                path: `${n}${piece}`,
                status: 'added',
                added: n,
                removed: 0,
              })),
              denials: denial
                ? Array.from({ length: count }, (_, n) => ({
                    ...denial,
                    reason: long,
                    suggestion: long,
                    line: n,
                  }))
                : [],
            },
            long,
          ),
        ]);
        const body = commentBody(state, OPTIONS);
        expect(body.length).toBeLessThan(65_536);
        expect(body.startsWith(`${OPTIONS.marker}\n\n### ✅`)).toBe(true);
        expect(body.trimEnd().split('\n').at(-1)).toMatch(/^<sub>5 turns · .*<\/sub>$/);
        expect(body.toLowerCase()).not.toContain('@unattended');
        expect(body.split('<!-- unattended')).toHaveLength(2);
      }),
      { numRuns: 40 },
    );
  });

  test('says where a long answer was cut', () => {
    const body = commentBody(
      stateOf([finish({ result: 'A sentence of an answer.\n'.repeat(9_000) })]),
      OPTIONS,
    );
    expect(body).toContain(
      'A sentence of an answer.\n\n_… cut here. The whole text is in the transcript._',
    );
    expect(body.length).toBeGreaterThan(30_000);
  });

  test('holds no secret', () => {
    const events = [answer(0, 'm', [{ type: 'text', text: `It is ${SECRET.value}` }])];
    expect(commentBody(stateOf([...events, finish({ result: '' })]), OPTIONS)).toContain(
      'It is [redacted DEPLOY_TOKEN]',
    );
  });
});

describe('the step summary', () => {
  test('at the end', () => {
    expect(
      stepSummary(stateOf(SAMPLE), { ...OPTIONS, transcriptPath: '/tmp/t.json' }),
    ).toMatchInlineSnapshot(`
      "### ✅ Done in 5 turns, 1 call refused

      The test failed because \`sum\` started at 1. It starts at 0 now, and all 12 tests pass.

      <details><summary>To-do: all 2 done</summary>

      - [x] Fix the start value
      - [x] Run the tests

      </details>

      <details><summary>2 files changed (+15 −1)</summary>

      - \`src/sum.js\` (+1 −1)
      - \`test/sum.test.js\` added (+14 −0)

      </details>

      <details><summary>1 call denied</summary>

      **\`Bash git push origin HEAD\`**, by deny rule \`Bash(git push *)\` in \`policies/read-only.yml:14\`
      Pushing is the job of the action: it delivers what you leave in the work tree.

      To allow it, put this into the policy:

      \`\`\`yaml
      permissions:
        allow: ["Bash(git push *)"]
      \`\`\`

      </details>

      <details><summary>Notices</summary>

      - notice: The instructions of the head differ: AGENTS.md.
      - 1 request tried again

      </details>

      **Timeline** (▒ model, █ calls)

      \`\`\`text
                                                    0                                   21 s
      model, turn 1                                │▒▒▒▒                                    │    1.9 s
      Read test/sum.test.js                        │   █                                    │     3 ms
      model, turn 2                                │     ▒▒▒▒                               │    1.9 s
      ✘ Bash npm test                              │         ████████                       │    4.2 s
      model, turn 3                                │                   ▒▒▒▒                 │    1.9 s
      Edit src/sum.js (+1 -1)                      │                      █                 │     6 ms
      model, turn 4                                │                        ▒▒▒▒▒           │    1.9 s
      model, turn 5                                │                                    ▒▒▒▒│    1.9 s
      \`\`\`

      <details><summary>Calls (3)</summary>

      <details><summary>✔ <code>Read test/sum.test.js</code> · 3 ms</summary>

      \`\`\`text
      1	import { sum } from "../src/sum.js";
      \`\`\`

      </details>

      <details><summary>✘ <code>Bash npm test</code> · 4.2 s</summary>

      \`\`\`text
      ok
      ok
      ok
      ok
      ok
      ok
      ok
      ok
      ok
      ok
      ok
      ok
      ok
      ok
      ok
      ok
      ok
      ok
      ok
      ok
      not ok 12 - adds
      ::error::forged
      using [redacted DEPLOY_TOKEN]
      Exit code 1
      \`\`\`

      </details>

      <details><summary>✔ <code>Edit src/sum.js (+1 -1)</code> · 6 ms</summary>

      \`\`\`text
      -let total = 1;
      +let total = 0;
      \`\`\`

      </details>

      </details>

      <details><summary>Tokens and cost</summary>

      3 calls, 1 failed.

      | model | input | cache read | cache written | output | cost |
      | --- | ---: | ---: | ---: | ---: | ---: |
      | \`claude-sonnet-5-5\` | 6,000 | 4,500 | 1,100 | 400 | $0.03 |

      </details>

      Transcript: \`/tmp/t.json\`

      <sub>5 turns · 21 s · $0.03 · \`claude-sonnet-5-5\` · policy \`pr-fix\` · [log of the run](https://github.com/octo/sums/actions/runs/42)</sub>
      "
    `);
  });

  test('says that the guard over the environment is off', () => {
    const info = { ...INFO, cleanEnvironment: false };
    const text = stepSummary(stateOf([{ type: 'run_started', at: T0, info }, finish({})]), OPTIONS);
    expect(text).toContain('> [!WARNING]\n> The guard over the environment is off');
  });

  test('shows the structured answer, and every error of a run that failed', () => {
    const text = stepSummary(
      stateOf([finish({ structuredOutput: { ok: true }, errors: ['first', '#2 @all'] })]),
      OPTIONS,
    );
    expect(text).toContain('```json\n{\n  "ok": true\n}\n```');
    expect(text).toContain('- first\n- #2 @\u200ball');
  });

  test('stays below 900 KB', () => {
    const long = '⚠ é𝒳 `@user` <b>\n'.repeat(60_000);
    const notices = Array.from(
      { length: 2_000 },
      (): RunEvent => ({ type: 'notice', at: T0, level: 'warning', text: long.slice(0, 900) }),
    );
    const text = stepSummary(
      stateOf([...notices, finish({ result: long, structuredOutput: { long } })]),
      OPTIONS,
    );
    expect(Buffer.byteLength(text)).toBeLessThan(900_000);
    expect(text).toContain('… and ');
  });

  test('shows the longest of very many steps', () => {
    const entries = Array.from({ length: 200 }, (_, n) => ({
      kind: 'tool' as const,
      label: `call ${n}`,
      start: n * 10,
      end: n * 10 + n,
      isError: false,
    }));
    const lines = timelineChart({ entries, left: 3 }).split('\n');
    expect(lines).toHaveLength(62);
    expect(lines.at(-2)).toContain('call 199');
    expect(lines.at(-1)).toBe('… and 143 shorter ones');
  });
});
