import type { DecidedBy, DecisionStep } from '../../permission/decision.ts';
import { decisionText, remedyOf, wasJudged } from '../decision-text.ts';
import { escapeHtml } from '../render/escape-html.ts';
import { code } from './element.ts';
import { type Fields, fieldsOf, numberOf, textOf } from './fields.ts';

/** `denied: deny rule Bash(git push *) in ci.yml:3`: who decided, as HTML in one line. */
export function decidedHtml(decision: Fields): string {
  const by = fieldsOf(decision['decided_by']);
  const file = textOf(by['file']);
  const line = numberOf(by['line']);
  const known: DecidedBy = {
    step: textOf(by['step']) as DecisionStep,
    rule: textOf(by['rule']) || textOf(by['hook']),
    ...(file === '' ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  };
  const { words, subject, place } = decisionText(known);
  const behavior = textOf(decision['behavior']);
  const notRun = behavior === 'deny' && !wasJudged(known.step);
  const verb = notRun ? 'not run' : (VERBS.get(behavior) ?? 'decided');
  return [
    `${verb}: ${escapeHtml(words)}`,
    subject && ` ${code(subject)}`,
    place && ` in ${code(place)}`,
    decision['asked'] === true && `, asked because ${code(textOf(decision['asked_because']))}`,
  ]
    .filter((part) => part)
    .join('');
}

/** What would allow it: the YAML, or what to do where no YAML does. */
export function remedyHtml(decision: Fields): string {
  const suggestion = textOf(decision['suggestion']);
  if (suggestion !== '') {
    return `<p>To allow it, put this into the policy:</p>\n<pre><code>${escapeHtml(suggestion)}</code></pre>`;
  }
  const remedy = remedyOf(textOf(fieldsOf(decision['decided_by'])['step']) as DecisionStep);
  return remedy === '' ? '' : `<p>${escapeHtml(remedy)}</p>`;
}

const VERBS: ReadonlyMap<string, string> = new Map([
  ['allow', 'allowed'],
  ['deny', 'denied'],
  ['stop', 'stopped the run'],
]);
