import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { parse } from 'yaml';

export interface WorkflowStep {
  readonly name?: string;
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface WorkflowJob {
  readonly name?: string;
  readonly if?: string;
  readonly environment?: unknown;
  readonly permissions?: unknown;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly WorkflowStep[];
}

export interface Workflow {
  readonly name?: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: unknown;
  readonly concurrency?: { readonly group?: string; readonly 'cancel-in-progress'?: unknown };
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

const FOLDER = join(import.meta.dirname, '../../examples/workflows');

export function exampleText(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

export function readExample(name: string): Workflow {
  return parse(exampleText(name)) as Workflow;
}

/** The step that is this action. */
export function agentStep(workflow: Workflow): WorkflowStep {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const found = steps.find(({ uses }) => uses?.startsWith('unattended/unattended@'));
  if (!found) throw new Error('No step uses the action.');
  return found;
}

type Contexts = Readonly<Record<string, unknown>>;

/** A text with expressions in it, as the runner fills it in. */
export function fill(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_whole, expression: string) =>
    evaluate(expression, contexts).coerceString(),
  );
}

/** Whether a condition holds. */
export function holds(condition: string, contexts: Contexts, failed = false): boolean {
  const bare = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(condition)?.[1] ?? condition;
  // The status of the job is no context: the runner puts it in.
  const known = bare.replaceAll('failure()', String(failed)).replaceAll('always()', 'true');
  const value = evaluate(known, contexts);
  return (
    value.coerceString() !== 'false' && value.coerceString() !== '' && value.coerceString() !== '0'
  );
}

function evaluate(expression: string, contexts: Contexts): data.ExpressionData {
  const { tokens } = new Lexer(expression.trim()).lex();
  const tree = new Parser(tokens, Object.keys(contexts), []).parse();
  const context = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(tree, context).evaluate();
}
