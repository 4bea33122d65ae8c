import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';
import type { Outcome } from '../../src/events/outcome.ts';
import type { RunEvent } from '../../src/events/run-event.ts';
import { commentBody } from '../../src/report/comment.ts';
import { createLog } from '../../src/report/log.ts';
import { runOutputs } from '../../src/report/outputs.ts';
import { createRunState } from '../../src/report/run-state.ts';
import { seeThrough } from '../../src/report/see-through.ts';
import { stepSummary } from '../../src/report/summary.ts';
import { createTranscript } from '../../src/report/transcript.ts';
import { INFO, OUTCOME, SECRET, T0, VERDICT } from './sample-run.ts';

const TOKEN = `sk-ant-${'a1B2'.repeat(8)}`;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?![\n\t])\p{Cc}/gu;

/** Everything that a run of these words puts out, as one sees it. */
function sinksOf(text: string): Record<string, string> {
  const plain = createRedactor([SECRET]);
  const redactor = seeThrough(plain);
  const folder = mkdtempSync(join(tmpdir(), 'unattended-see-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const transcript = createTranscript(folder, redactor, INFO.sessionId);
  const state = createRunState(redactor);
  let log = '';
  const printer = createLog(
    (lines) => {
      log += lines;
    },
    { showFullOutput: true, redactor, github: true },
  );
  const outcome: Outcome = {
    ...OUTCOME,
    result: text,
    structuredOutput: { answer: text },
    errors: [text, text],
    denials: OUTCOME.denials.map((denial) => ({ ...denial, reason: text, summary: text })),
    changedFiles: [{ path: text, status: 'added', added: 1, removed: 0 }],
  };
  const verdict = { ...VERDICT, headline: text };
  const events: RunEvent[] = [
    { type: 'words', at: T0, text },
    { type: 'notice', at: T0, level: 'warning', text },
    { type: 'todos', at: T0, todos: [{ content: text, status: 'pending', activeForm: text }] },
    {
      type: 'tool_finished',
      at: T0,
      toolUseId: 't',
      toolName: 'Bash',
      summary: text,
      rendered: [{ type: 'code', text }],
      isError: true,
      durationMs: 1,
      sizeChars: 1,
      persistedPath: undefined,
    },
    { type: 'run_finished', at: T0, outcome, verdict },
  ];
  for (const event of events) {
    transcript.emit(event);
    state.emit(event);
    printer.emit(event);
  }
  const options = {
    hosts: ['github.com'],
    triggerPhrase: '@unattended',
    marker: '<!-- unattended:0a1b -->',
    redact: plain.redact,
  };
  const { outputs } = runOutputs({ outcome, verdict, executionFile: '', sessionId: '', redactor });
  return {
    log,
    comment: commentBody(state.state, options),
    summary: stepSummary(state.state, options),
    outputs: JSON.stringify(outputs),
    transcript: readFileSync(transcript.finalise(), 'utf8'),
  };
}

const GAPS: readonly (readonly [string, string])[] = [
  ['a zero-width space', '\u200b'],
  ['a word joiner', '\u2060'],
  ['a soft hyphen', '\u00ad'],
  ['an override of the order', '\u202e'],
  ['an isolate', '\u2066'],
  ['a tag', '\u{e0041}'],
  ['a variation selector', '\ufe0f'],
  ['a colour', '\u001b[0m'],
  ['a bell', '\u0007'],
  ['nothing', ''],
];

describe('a secret that is hidden by what nobody sees is shown nowhere:', () => {
  test.each(GAPS)('%s in it', (_name, gap) => {
    for (const secret of [TOKEN, SECRET.value]) {
      const places = [[3], [9, 15], Array.from(secret, (_, at) => at)];
      for (const at of places) {
        const hidden = [...secret].map((unit, n) => (at.includes(n) ? gap + unit : unit)).join('');
        for (const [sink, text] of Object.entries(sinksOf(`see ${hidden} here`))) {
          expect(text.replace(INVISIBLE, ''), sink).not.toContain(secret.slice(0, 16));
          expect(text.replace(INVISIBLE, ''), sink).not.toContain(secret.slice(-16));
        }
      }
    }
  });

  test('a comment in it, which the reports leave out', () => {
    const hidden = (secret: string) => `${secret.slice(0, 5)}<!-- x -->${secret.slice(5)}`;
    const { comment, summary } = sinksOf(`${hidden(TOKEN)} ${hidden(SECRET.value)}`);
    for (const text of [comment, summary]) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(SECRET.value);
    }
  });
});

test('what hides nothing stays as it is, and mentions stay broken', () => {
  const { redact } = seeThrough(createRedactor([SECRET]));
  const emoji = 'Fine 👩\u200d💻 \u202eabc \u001b[31mred\u001b[0m';
  expect(redact(emoji)).toBe(emoji);
  const { comment } = sinksOf(`@octocat ${TOKEN.slice(0, 9)}\u200b${TOKEN.slice(9)}`);
  expect(comment).toContain('@\u200boctocat');
});
