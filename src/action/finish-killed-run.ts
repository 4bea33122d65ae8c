import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, messageOf } from '../base/errors.ts';
import { createRedactor } from '../base/redactor.ts';
import { commentApi } from '../github/comment-api.ts';
import { readEvent } from '../github/github-event.ts';
import { StickyComment } from '../github/sticky-comment.ts';
import { costOf } from '../model/prices.ts';
import { commentBody } from '../report/comment.ts';
import { finaliseFromJournal } from '../report/finalise-from-journal.ts';
import { workflowCommand } from '../report/log-text.ts';
import type { ReportState } from '../report/run-state.ts';
import { runUrlOf } from '../report/run-url.ts';
import { seeThrough } from '../report/see-through.ts';
import { stepSummary } from '../report/summary.ts';
import { commentTarget } from './comment-place.ts';
import { secretsIn } from './credentials.ts';
import { actionDoor } from './door.ts';
import { type Inputs, inputsFromVariables, readInputs } from './inputs.ts';
import { reportOptions } from './report-options.ts';
import { runnerFiles } from './runner-files.ts';

type Variables = Readonly<Record<string, string>>;

interface KilledRun {
  readonly variables: Variables;
  readonly inputs: Inputs;
  readonly state: ReportState;
  readonly say: (text: string) => void;
  readonly redact: (text: string) => string;
}

/**
 * Finishes a run that was killed before it could: final transcript, summary and comment say that it
 * was cancelled, and what it had done by then. Never throws: there is nobody left to tell.
 */
export async function finishKilledRun(variables: Variables): Promise<void> {
  const plain = createRedactor(secretsIn(variables));
  const redactor = seeThrough(plain);
  const say = (text: string) => {
    const line = workflowCommand('warning', redactor.redact(text), 'Unattended');
    process.stdout.write(`${redactor.redact(line)}\n`);
  };
  try {
    const folder = variables['STATE_run_directory'] || unfinishedRun(variables['RUNNER_TEMP']);
    const finished =
      folder === undefined
        ? undefined
        : finaliseFromJournal(folder, {
            redactor,
            runUrl: runUrlOf(variables),
            now: Date.now(),
            costOf: priceOf,
          });
    if (finished === undefined) return;
    say(`The run was cut off. Its transcript is ${finished.path}`);
    const inputs = inputsOf(variables);
    const run = { variables, inputs, state: finished.state, say, redact: plain.redact };
    await addSummary(run, finished.path);
    await finishComment(run);
  } catch (error) {
    say(`The cut-off run could not be finished: ${messageOf(error)}`);
  }
}

/** A run that was killed within its first moments left no state: its folder is the one without a final file. */
function unfinishedRun(temporary: string | undefined): string | undefined {
  const runs = join(temporary ?? '', 'unattended');
  if (!temporary || !existsSync(runs)) return undefined;
  return readdirSync(runs)
    .map((name) => join(runs, name))
    .find(
      (folder) =>
        existsSync(join(folder, 'transcript.jsonl')) &&
        !existsSync(join(folder, 'transcript.json')),
    );
}

function priceOf(
  model: string,
  use: Parameters<NonNullable<Parameters<typeof finaliseFromJournal>[1]['costOf']>>[1],
): number {
  const usage = {
    input_tokens: use.inputTokens,
    output_tokens: use.outputTokens,
    cache_read_input_tokens: use.cacheReadInputTokens,
    cache_creation_input_tokens: use.cacheCreationInputTokens,
  };
  return costOf(model, usage as Parameters<typeof costOf>[1]).usd;
}

/** Inputs that the run itself refused are no reason to leave its comment unfinished. */
function inputsOf(variables: Variables): Inputs {
  try {
    return readInputs(inputsFromVariables(variables));
  } catch (error) {
    if (error instanceof ConfigError) return {};
    throw error;
  }
}

async function addSummary(run: KilledRun, transcriptPath: string): Promise<void> {
  const { variables, inputs, state, redact } = run;
  if (inputs.display_report === false) return;
  const files = await runnerFiles(variables);
  const options = { ...reportOptions({ variables }), transcriptPath, redact };
  await files.addSummary(stepSummary(state, options));
}

async function finishComment(run: KilledRun): Promise<void> {
  const { variables, inputs, state, say, redact } = run;
  const path = variables['GITHUB_EVENT_PATH'];
  if (!path) return;
  const event = readEvent(
    variables['GITHUB_EVENT_NAME'] || undefined,
    JSON.parse(readFileSync(path, 'utf8')),
  );
  const target = commentTarget(actionDoor({ variables, clean: false }, {}), inputs, event);
  if (!target) return;
  const { marker } = target;
  const body = commentBody(state, { ...reportOptions({ variables }), marker, redact });
  const id = Number(variables['STATE_comment_id'] || Number.NaN);
  const comment = new StickyComment(
    {
      api: commentApi(target.place),
      marker,
      fresh: target.fresh,
      id: Number.isSafeInteger(id) ? id : undefined,
      onFailure: say,
      now: Date.now,
    },
    body,
  );
  await comment.finish(body);
}
