import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError, messageOf } from '../base/errors.ts';
import { randomUuid } from '../base/random.ts';
import { createRedactor } from '../base/redactor.ts';
import { endSurvivors } from '../base/survivors.ts';
import { commentApi } from '../github/comment-api.ts';
import { type GithubEvent, MANUAL, readEvent } from '../github/github-event.ts';
import { StickyComment } from '../github/sticky-comment.ts';
import { costOf } from '../model/prices.ts';
import { commentBody } from '../report/comment.ts';
import { finaliseFromJournal } from '../report/finalise-from-journal.ts';
import type { FormOf } from '../report/html/tool-forms.ts';
import { workflowCommand } from '../report/log-text.ts';
import type { ReportState } from '../report/run-state.ts';
import { runUrlOf } from '../report/run-url.ts';
import { seeThrough } from '../report/see-through.ts';
import { stepSummary } from '../report/summary.ts';
import { JOURNAL_NAME, TRANSCRIPT_NAME } from '../report/transcript.ts';
import { commentTarget } from './comment-place.ts';
import { secretsIn } from './credentials.ts';
import { actionDoor } from './door.ts';
import { handOverFindings } from './findings-of-killed-run.ts';
import { type Inputs, inputsFromVariables, readInputs } from './inputs.ts';
import { endedBy, withChanges } from './killed-run-state.ts';
import { lastWordsIn } from './last-words.ts';
import { leftToPost } from './left-to-post.ts';
import { reportOptions } from './report-options.ts';
import { createRunFolder } from './run-folder.ts';
import { runnerFiles } from './runner-files.ts';
import { freeSpareRoom } from './spare-room.ts';
import { workOf } from './work-of-killed-run.ts';

type Variables = Readonly<Record<string, string>>;

interface KilledRun {
  readonly variables: Variables;
  readonly inputs: Inputs;
  readonly state: ReportState;
  readonly notes: readonly string[];
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
    const inputs = inputsOf(variables);
    const folder = variables['STATE_run_directory'] || folderOf(variables['RUNNER_TEMP']);
    if (folder === undefined) return;
    endSurvivors(basename(folder));
    freeSpareRoom(folder);
    const left = variables['STATE_finished'] === 'partly' ? leftToPost(folder) : undefined;
    // A run that came to its own end may have delivered: its work is looked at only where it asked for that.
    const isWork = left === undefined || left.left.includes('work');
    const work = isWork
      ? await workOf({
          variables,
          inputs,
          folder,
          hasSummary: left === undefined && inputs.display_report !== false,
          say,
          found: redactor.found,
        })
      : { changedFiles: [], notes: [], shown: '' };
    const finished = finaliseFromJournal(folder, {
      redactor,
      runUrl: runUrlOf(variables),
      now: Date.now(),
      costOf: priceOf,
      ...(await formsOfTools(say)),
      changedFiles: work.changedFiles,
      ...endedBy(lastWordsIn(folder)),
    });
    if (finished === undefined) return;
    const { wasFinished } = finished;
    const state = withChanges(finished.state, work.changedFiles);
    const notes = [...(left?.notes ?? []), ...work.notes];
    const run = { variables, inputs, state, notes, say, redact: plain.redact };
    if (left === undefined) {
      say(`The run was cut off. Its transcript is ${finished.path}`);
      await addSummary({ ...run, notes: [...notes, work.shown ?? ''] }, finished.path);
    }
    const event = eventOf(variables);
    await finishComment(run, event);
    await handOverFindings({ ...run, event, folder, wasFinished });
    if (wasFinished) return;
    const { traceKilledRun } = await import('./tracing.ts');
    await traceKilledRun(finished.state, { variables, redact: redactor.redact, onFailure: say });
  } catch (error) {
    say(`The cut-off run could not be finished: ${messageOf(error)}`);
  }
}

/**
 * The folder of a run that left no state: the one without a final file. Where there is none at all
 * the run was killed before it made one, and gets it here. Only finished ones: nothing is left to do.
 */
function folderOf(temporary: string | undefined): string | undefined {
  if (!temporary) return undefined;
  const runs = join(temporary, 'unattended');
  const folders = existsSync(runs) ? readdirSync(runs).map((name) => join(runs, name)) : [];
  const has = (name: string) => (folder: string) => existsSync(join(folder, name));
  const isFinished = has(TRANSCRIPT_NAME);
  const begun = folders.filter(has(JOURNAL_NAME)).find((folder) => !isFinished(folder));
  return begun ?? (folders.some(isFinished) ? undefined : emptyRun(temporary));
}

function emptyRun(temporary: string): string {
  const { path } = createRunFolder(temporary, randomUuid());
  writeFileSync(join(path, JOURNAL_NAME), '', { mode: 0o600, flag: 'wx' });
  return path;
}

/** How the run's calls look in its summary. Without it the run is finished all the same. */
async function formsOfTools(say: (text: string) => void): Promise<{ readonly formOf?: FormOf }> {
  try {
    const [{ loadToolForms }, { getAllBaseTools }] = await Promise.all([
      import('../report/html/tool-forms.ts'),
      import('../tools/all.ts'),
    ]);
    return { formOf: await loadToolForms(getAllBaseTools()) };
  } catch (error) {
    say(`The summary shows a line per call only: ${messageOf(error)}`);
    return {};
  }
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
  const { variables, inputs, state, notes, redact } = run;
  if (inputs.display_report === false) return;
  const files = await runnerFiles(variables);
  const options = { ...reportOptions({ variables }), transcriptPath, notes, redact };
  await files.addSummary(stepSummary(state, options));
}

function eventOf(variables: Variables): GithubEvent {
  const path = variables['GITHUB_EVENT_PATH'];
  if (!path) return MANUAL;
  const payload: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return readEvent(variables['GITHUB_EVENT_NAME'] || undefined, payload);
}

async function finishComment(run: KilledRun, event: GithubEvent): Promise<void> {
  const { variables, inputs, state, notes, say, redact } = run;
  const target = commentTarget(actionDoor({ variables, clean: false }, {}), inputs, event);
  if (!target) return;
  const { marker } = target;
  const body = commentBody(state, { ...reportOptions({ variables }), marker, notes, redact });
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
