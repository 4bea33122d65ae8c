import type { Redactor } from '../base/redactor.ts';
import { countOf } from '../base/text.ts';
import type { RunEvent } from '../events/run-event.ts';
import { renderedText } from '../tool/rendering.ts';
import type { Finding } from '../tool/tool-use-context.ts';
import { AnnotationCount } from './annotation-count.ts';
import { callBlocks } from './call-records.ts';
import { annotationLines, plainFindingLines } from './findings/finding-lines.ts';
import { clearedText } from './format.ts';
import {
  decidedLine,
  deniedLines,
  endLines,
  finishedLine,
  hookLines,
  progressLine,
  retryLine,
  startLines,
  wouldRunLine,
} from './log-lines.ts';
import {
  foreignInline,
  foreignLines,
  harmless,
  renderedLines,
  tailOf,
  workflowCommand,
} from './log-text.ts';
import { redactEvent } from './redact-event.ts';
import { watchDryRun } from './would-run.ts';

export interface LogOptions {
  /** What every call asked for and gave, whole; else only the end of what failed. */
  readonly showFullOutput: boolean;
  readonly redactor: Redactor;
  /** No colours so far. */
  readonly color?: false;
  /** On a GitHub runner: groups and annotations are written as workflow commands. */
  readonly github: boolean;
}

export interface Log {
  /** Never throws, as long as `write` does not. */
  emit(event: RunEvent): void;
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** Annotations of a level that are left for what stands at lines of code. */
const SPARE = 1;
/** A call that takes long is heard of this often. */
const HEARTBEAT_MS = 15_000;

/**
 * The log that a person reads: a line per call as it ends, with who allowed it; a denial with what
 * would allow it; the agent's words. Text of others never begins a line.
 * @param write takes whole lines, line breaks included.
 */
export function createLog(write: (text: string) => void, options: LogOptions): Log {
  // Again at the very end: making a text plain takes characters out, and a secret may stand then.
  const last = (text: string) => write(harmless(options.redactor.redact(text)));
  const printer = new Printer(last, options);
  return {
    emit(event) {
      // They are many, and of nearly all nothing is shown.
      const untold = event.type === 'tool_progress' || event.type === 'tool_results';
      printer.print(untold ? event : redactEvent(options.redactor, event));
    },
  };
}

class Printer {
  readonly #write: (text: string) => void;
  readonly #options: LogOptions;
  /** How the calls that are under way were allowed. */
  readonly #allowed = new Map<string, string>();
  readonly #started = new Map<string, EventOf<'tool_started'> & { heard: number }>();
  readonly #wouldRun = watchDryRun();
  readonly #annotations = new AnnotationCount();
  readonly #findings: Finding[] = [];

  constructor(write: (text: string) => void, options: LogOptions) {
    this.#write = write;
    this.#options = options;
  }

  print(event: RunEvent): void {
    this.#lines(this.#wouldRun(event).map(wouldRunLine));
    switch (event.type) {
      case 'run_started':
        this.#lines(startLines(event.info));
        break;
      case 'words':
        this.#words(event);
        break;
      case 'api_retry':
        this.#lines([retryLine(event.retry)]);
        break;
      case 'hook_response':
        this.#lines(hookLines(event.run));
        break;
      case 'permission_decision':
        this.#decision(event);
        break;
      case 'tool_started':
        this.#start(event);
        break;
      case 'tool_progress':
        this.#progress(event);
        break;
      case 'tool_finished':
        this.#finished(event);
        break;
      case 'todos':
        this.#todos(event);
        break;
      case 'results_cleared':
        this.#lines([`✂ ${clearedText(event)}`]);
        break;
      case 'findings':
        this.#findings.push(...event.findings);
        break;
      case 'notice':
        this.#annotate(event.level, event.text);
        break;
      case 'run_finished':
        this.#end(event);
        break;
      default:
        // Prompts and results stand in the transcript.
        break;
    }
  }

  #lines(lines: readonly string[]): void {
    if (lines.length > 0) this.#write(`${lines.join('\n')}\n`);
  }

  #words({ text }: EventOf<'words'>): void {
    if (text.trim() !== '') this.#lines(foreignLines(text, 'agent'));
  }

  #decision({ call, decision }: EventOf<'permission_decision'>): void {
    if (decision.behavior !== 'allow') this.#lines(deniedLines(call, decision));
    else this.#allowed.set(call.toolUseId, decidedLine(decision.decided_by));
  }

  #start(event: EventOf<'tool_started'>): void {
    this.#started.set(event.toolUseId, { ...event, heard: event.at });
  }

  #progress({ toolUseId, at, rendered }: EventOf<'tool_progress'>): void {
    const call = this.#started.get(toolUseId);
    if (!call || at - call.heard < HEARTBEAT_MS) return;
    call.heard = at;
    this.#lines([progressLine(call, at, this.#options.redactor.redact(renderedText(rendered)))]);
  }

  #finished(event: EventOf<'tool_finished'>): void {
    const use = this.#started.get(event.toolUseId)?.rendered ?? [];
    this.#started.delete(event.toolUseId);
    const head = finishedLine(event, this.#allowed.get(event.toolUseId));
    this.#allowed.delete(event.toolUseId);
    if (this.#options.showFullOutput) {
      this.#group(head, renderedLines(callBlocks(use, event.rendered)));
    } else this.#lines([head, ...tailOf(event.isError ? renderedLines(event.rendered) : [])]);
  }

  #group(head: string, lines: readonly string[]): void {
    if (lines.length === 0 || !this.#options.github) this.#lines([head, ...lines]);
    else this.#lines([workflowCommand('group', head), ...lines, '::endgroup::']);
  }

  #todos({ todos }: EventOf<'todos'>): void {
    const done = todos.filter(({ status }) => status === 'completed').length;
    const now = todos.find(({ status }) => status === 'in_progress');
    const doing = now ? `: ${foreignInline(now.activeForm || now.content)}` : '';
    this.#lines([`☐ ${done} of ${countOf(todos.length, 'to-do')} done${doing}`]);
  }

  #end({ outcome, verdict }: EventOf<'run_finished'>): void {
    this.#lines(endLines(outcome, verdict));
    if (!this.#options.github) this.#lines(plainFindingLines(this.#findings));
    if (!this.#options.github) return;
    if (verdict.conclusion === 'failure') this.#annotate('error', verdict.headline);
    else if (outcome.denials.length > 0) this.#annotate('warning', verdict.headline);
    else if (verdict.conclusion === 'neutral') this.#annotate('notice', verdict.headline);
    this.#lines(annotationLines(this.#findings, this.#annotations));
  }

  #annotate(level: 'notice' | 'warning' | 'error', text: string): void {
    if (this.#options.github && this.#annotations.take(level, SPARE)) {
      this.#lines([workflowCommand(level, text, 'Unattended')]);
    } else {
      this.#lines([`! ${level}: ${foreignInline(text, 1_000)}`]);
    }
  }
}
