import type { Finding } from '../../tool/tool-use-context.ts';
import { breakLiveWords } from '../live-words.ts';
import { codeBlock, codeSpan, paragraphs } from '../markdown.ts';
import type { NeutraliseOptions } from '../neutralise.ts';
import { neutraliseWithin } from '../neutralise-short.ts';
import { plainText } from '../plain-text.ts';
import { SEVERITY_ICONS } from './findings-part.ts';

export interface ReviewCommentOptions extends NeutraliseOptions {
  /** Hidden lines by which the comment is found again. */
  readonly markers: string;
  /** The comment stands at all the lines that the finding is about, and at no others. */
  readonly exact: boolean;
  /** The last act, as in the other comments. */
  readonly redact: (text: string) => string;
}

const WORDS = { error: 'Error', warning: 'Warning', notice: 'Notice' } as const;

/** The body of a comment at lines of a pull request. Nothing of the model is live in it but the button of a suggestion. */
export function reviewComment(finding: Finding, options: ReviewCommentOptions): string {
  const { severity, rule, message } = finding;
  const kind = rule === undefined ? '' : ` ${codeSpan(rule, options, 60)}`;
  const head = `${SEVERITY_ICONS[severity]} **${WORDS[severity]}**${kind}`;
  const parts = [head, neutraliseWithin(message, options, 8_000), suggestionPart(finding, options)];
  return options.redact(`${paragraphs([...parts, options.markers])}\n`);
}

/** Names the fences that GitHub makes a button of: what is in them replaces the lines, to the letter. */
function suggestionPart(finding: Finding, options: ReviewCommentOptions): string {
  const { suggestion, text } = finding;
  if (suggestion === undefined || suggestion === text) return '';
  const lines = suggestion.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (lines === text) return '';
  // What would have to be altered to be safe to show would be taken over altered.
  const clean = options.redact(breakLiveWords(plainText(lines), options));
  if (!options.exact || clean !== lines)
    return `Instead:\n\n${codeBlock(lines, 'text', options, 20_000)}`;
  const longest = Math.max(2, ...[...lines.matchAll(/`+/g)].map(([run]) => run.length));
  const border = '`'.repeat(longest + 1);
  return `${border}suggestion\n${suggestion === '' ? '' : `${lines}\n`}${border}`;
}
