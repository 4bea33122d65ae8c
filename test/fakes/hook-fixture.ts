import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

const texts = z.array(z.string());
const files = z.record(z.string(), z.string());

/** What one hook fixture may say: strict, so that a misspelt expectation can't pass unseen. */
const schema = z.strictObject({
  about: z.string(),
  /** Laid over a policy that extends `read-only` and allows Bash, Edit and Write. */
  policy: z.record(z.string(), z.unknown()).default({}),
  /** The input `settings`, inline. */
  settings: z.unknown().optional(),
  files: files.default({}),
  /** Makes it a pull request: laid over the base commit, committed. */
  head: files.optional(),
  /** Laid into the home folder of the job. */
  home: files.default({}),
  /** Who wrote the pull request. */
  author: z.string().default('MEMBER'),
  /** The script; absent: one `touch ran`, then words. */
  turns: z.array(z.unknown()).optional(),
  /** Answers of a loopback Messages API, in place of a script. */
  api: z.array(z.unknown()).optional(),
  /** The script of the model that prompt and agent hooks ask. */
  small: z.array(z.unknown()).optional(),
  /** What a loopback server answers by path; `<http>` is its address. */
  http: z
    .record(
      z.string(),
      z.strictObject({ status: z.number().default(200), body: z.string().default('') }),
    )
    .default({}),
  inputs: files.default({}),
  /** `<root>` is the workspace, `<path>` the usual PATH. Files below `bin/` of the head are programs. */
  variables: files.default({}),
  /** Sent to the job when the file is there. */
  kill: z.strictObject({ signal: z.enum(['SIGTERM', 'SIGKILL']), when: z.string() }).optional(),
  expect: z.strictObject({
    stop_reason: z.string().default('completed'),
    conclusion: z.string().optional(),
    /** All of them, in order: `deny Bash by hook`. */
    decisions: texts.optional(),
    /** In the decision records, reasons included. */
    decided: texts.default([]),
    /** The changed inputs in those records, in order. */
    updated: z.array(z.unknown()).optional(),
    /** Content after the run, `null`: there is none. Blanks at the end do not count. */
    files: z.record(z.string(), z.string().nullable()).default({}),
    /** Files in the workspace that hold JSON, with what differs from run to run named in `<…>`. */
    json: z.record(z.string(), z.unknown()).default({}),
    /** In what the model was sent. */
    told: texts.default([]),
    not_told: texts.default([]),
    /** All runs of hooks, by name: `PreToolUse:Bash success 0`. */
    runs: texts.optional(),
    notices: texts.default([]),
    /** How many notices are warnings. */
    warnings: z.number().optional(),
    /** In what the log or stderr says. */
    log: texts.default([]),
    /** Parts of the requests that the loopback server got, in order. */
    received: z.array(z.unknown()).optional(),
    /** How often the model was asked. */
    turns: z.number().optional(),
    /** Nowhere in log, transcript and outputs. */
    nowhere: texts.default([]),
    /** Nowhere in what the loopback server got. */
    not_sent: texts.default([]),
  }),
});

export type HookFixture = z.infer<typeof schema>;

/** Reads `fixture.yml`, with `<name>` filled in from `names`. */
export function readFixture(folder: string, names: Readonly<Record<string, string>>): HookFixture {
  const text = readFileSync(join(folder, 'fixture.yml'), 'utf8');
  const filled = Object.entries(names).reduce(
    (before, [name, value]) => before.replaceAll(`<${name}>`, value),
    text,
  );
  return schema.parse(parse(filled));
}
