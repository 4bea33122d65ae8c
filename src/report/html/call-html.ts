import { oneLine } from '../../base/text.ts';
import { formatDuration } from '../format.ts';
import { cutRendered, shownOf, wholeOf } from '../render/cut-rendered.ts';
import { renderedHtml } from '../render/rendered-html.ts';
import { decidedHtml, remedyHtml } from './decision-html.ts';
import { code, folded, json, words } from './element.ts';
import { type Fields, textOf, timeOf } from './fields.ts';
import { type FormOf, resultText, type ToldCall, type ToolForm } from './tool-forms.ts';

/** What the messages of a transcript say about one call. */
export interface CallParts {
  readonly anchor: string | undefined;
  /** The `tool_use` block. */
  readonly use: Fields;
  /** The `system/permission_decision`. */
  readonly decision: Fields | undefined;
  /** The `tool_result` block and when it came. */
  readonly result: Fields | undefined;
  readonly endedAt: number | undefined;
  /** The results of several calls came with it: then it may have ended before. */
  readonly isOneOfMany: boolean;
  readonly output: unknown;
}

export interface CallOptions {
  readonly formOf: FormOf;
  /** Where the agent worked: paths below it are shown without it. */
  readonly cwd: string;
  /** The most characters of one call: the longer ones are cut, with a note of how much is left out. */
  readonly maxShown: number;
}

/** One call, folded: what it was, who let it through or not, what came of it. */
export function callHtml(parts: CallParts, { formOf, cwd, maxShown }: CallOptions): string {
  const { use, decision = {}, result, anchor } = parts;
  const refused = decision['behavior'] !== undefined && decision['behavior'] !== 'allow';
  const isError = result?.['is_error'] === true;
  const call: ToldCall = {
    name: textOf(use['name']),
    input: decision['updated_input'] ?? use['input'],
    output: parts.output,
    told: result === undefined ? undefined : resultText(result),
    isError,
    refusedBecause: refused ? textOf(decision['reason']) : undefined,
  };
  const form = formOf(call);
  const name = form.summary || textOf(decision['summary']) || call.name;
  const kind = kindOf(refused, isError, result);
  const facts = [KINDS[kind]?.said, tookOf(parts), decidedText(decision)].filter((fact) => fact);
  return `<details class="call ${kind}"${anchor === undefined ? '' : ` id="${anchor}"`}${refused ? ' open' : ''}>
<summary><span class="mark">${KINDS[kind]?.mark}</span> ${code(shortened(name, cwd))} <span class="small">${facts.join(' · ')}</span></summary>
${renderedHtml(shownOf(cutRendered(wholeOf(form.blocks), maxShown)))}
${refused ? remedyHtml(decision) : ''}${moreHtml(parts, call, form, { cwd, maxShown })}</details>
`;
}

const KINDS: Readonly<Record<string, { readonly mark: string; readonly said: string }>> = {
  ok: { mark: '✔', said: '' },
  failed: { mark: '✘', said: 'failed' },
  refused: { mark: '⊘', said: '' },
  open: { mark: '…', said: 'no result: the transcript ends before' },
};

function kindOf(refused: boolean, isError: boolean, result: Fields | undefined): string {
  if (refused) return 'refused';
  if (result === undefined) return 'open';
  return isError ? 'failed' : 'ok';
}

function decidedText(decision: Fields): string {
  return Object.keys(decision).length === 0 ? '' : decidedHtml(decision);
}

function tookOf({ decision, endedAt, isOneOfMany }: CallParts): string {
  const start = decision && timeOf(decision);
  if (start === undefined || endedAt === undefined || decision?.['behavior'] !== 'allow') return '';
  return `${isOneOfMany ? '≤ ' : ''}${formatDuration(endedAt - start)}`;
}

/** What the rendering leaves out: the bytes that the model sent and got, where they differ from it. */
function moreHtml(
  { use, decision }: CallParts,
  call: ToldCall,
  form: ToolForm,
  { cwd, maxShown }: Pick<CallOptions, 'cwd' | 'maxShown'>,
): string {
  // That the tool made its paths absolute is no change.
  const same = (value: unknown) => relative(JSON.stringify(value) ?? '', cwd);
  const updated = decision?.['updated_input'];
  const changed = updated !== undefined && same(updated) !== same(use['input']);
  return [
    changed ? `${folded('Input as the model sent it', json(use['input'], maxShown))}\n` : '',
    form.toldElse && call.told !== undefined
      ? `${folded('Result as the model got it', words(call.told, 'told', maxShown))}\n`
      : '',
  ].join('');
}

function shortened(text: string, cwd: string): string {
  return oneLine(relative(text, cwd), 300);
}

function relative(text: string, cwd: string): string {
  return cwd === '' ? text : text.replaceAll(`${cwd}/`, '');
}
