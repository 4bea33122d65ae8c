import { createHash } from 'node:crypto';
import { escapeHtml } from '../render/escape-html.ts';
import { MAX_SHOWN } from './element.ts';
import { textOf } from './fields.ts';
import { headHtml, verdictOf } from './head-html.ts';
import { overviewHtml } from './overview-html.ts';
import { PAGE_STYLE } from './page-style.ts';
import type { Entry } from './read-transcript.ts';
import { gatherFacts } from './run-facts.ts';
import { runHtml } from './run-html.ts';
import type { FormOf } from './tool-forms.ts';

/** What all calls of a page may show together, and what each may at least. */
const MAX_CALLS_CHARS = 20_000_000;
const MIN_SHOWN = 2_000;

/**
 * A run as one HTML page that loads nothing and runs nothing, piece by piece. Its policy lets the
 * reader's browser take this very style sheet and nothing else, whatever a transcript holds.
 * @param read gives the messages from the start, each time it is called: once for the top, once for the rest.
 */
export function* runPage(read: () => Iterable<Entry>, formOf: FormOf): Generator<string> {
  const facts = gatherFacts(read());
  const style = createHash('sha256').update(PAGE_STYLE).digest('base64');
  yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`Unattended: ${verdictOf(facts).text}`)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
`;
  yield headHtml(facts);
  yield `<main>\n${overviewHtml(facts)}<section id="run">\n<h2>The run</h2>\n`;
  const cwd = textOf(facts.init['cwd']);
  // A page of hundreds of megabytes opens in no browser.
  const share = Math.floor(MAX_CALLS_CHARS / Math.max(1, facts.calls));
  const maxShown = Math.min(MAX_SHOWN, Math.max(MIN_SHOWN, share));
  yield* runHtml(read(), facts, { formOf, cwd, maxShown });
  yield '</section>\n</main>\n</body>\n</html>\n';
}
