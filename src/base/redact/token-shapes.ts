import type { Span } from './span.ts';

/** What stands for a secret whose name nobody told. */
export const SHAPE_LABEL = '***';

/** Letters that must not stand before a prefix that words end in too (`task-`, `disk-`). */
const FREE = '(?<![A-Za-z0-9_-])';

/**
 * Tokens that their makers gave a recognisable form. Each pattern is linear: its prefix can't start
 * again inside what follows it, or a token can only start where none is going on.
 */
const TOKENS = new RegExp(
  [
    // GitHub, with the newer form that carries a web token behind the id of the app.
    'gh[pousr]_[0-9]{1,20}_eyJ[\\w.-]{16,}',
    'gh[pousr]_[A-Za-z0-9]{20,}',
    'github_pat_[A-Za-z0-9_]{20,}',
    `${FREE}glpat-[\\w-]{20,}`,
    // Model providers.
    `${FREE}sk-ant-[\\w-]{16,}`,
    `${FREE}sk-(?:proj|svcacct|admin|or-v1)-[\\w-]{20,}`,
    `${FREE}sk-[A-Za-z0-9]{20,}`,
    `${FREE}hf_[A-Za-z0-9]{30,}`,
    // Clouds.
    `${FREE}(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])`,
    `${FREE}AIza[\\w-]{35}`,
    `${FREE}GOCSPX-[\\w-]{20,}`,
    `${FREE}ya29\\.[\\w-]{20,}`,
    `${FREE}do[opr]_v1_[a-f0-9]{64}`,
    `${FREE}dapi[a-f0-9]{32}`,
    // Chat, payment, mail.
    `${FREE}xox[a-z]-[A-Za-z0-9-]{10,}`,
    `${FREE}xapp-[A-Za-z0-9-]{20,}`,
    'hooks\\.slack\\.com/(?:services|workflows|triggers)/[\\w/]{20,}',
    'discord(?:app)?\\.com/api/webhooks/[0-9]{10,}/[\\w-]{30,}',
    `${FREE}[0-9]{8,10}:AA[\\w-]{33}`,
    `${FREE}(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}`,
    `${FREE}whsec_[A-Za-z0-9+/]{24,}`,
    `${FREE}SG\\.[\\w-]{16,64}\\.[\\w-]{16,}`,
    `${FREE}shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}`,
    // Package registries and the like.
    `${FREE}npm_[A-Za-z0-9]{30,}`,
    `${FREE}pypi-[\\w-]{40,}`,
    `${FREE}dckr_pat_[\\w-]{20,}`,
    `${FREE}lin_api_[A-Za-z0-9]{30,}`,
    `${FREE}hv[sb]\\.[\\w-]{20,}`,
    'AGE-SECRET-KEY-1[A-Z0-9]{50,}',
    // JSON web tokens: both forms, an empty signature too.
    `${FREE}eyJ[\\w-]{6,}\\.[\\w-]{6,}\\.[\\w.-]*`,
  ].join('|'),
  'g',
);

/** Secrets without a form of their own, known by the words before them. */
const AFTER_WORDS = new RegExp(
  [
    '(authorization["\']?\\s{0,4}[:=]\\s{0,4}["\']?(?:basic|bearer|token)\\s{1,4}',
    '_(?:authToken|auth|password)["\']?\\s{0,4}=\\s{0,4}["\']?',
    'aws_?secret_?access_?key["\']?\\s{0,4}[:=]\\s{0,4}["\']?',
    '(?:AccountKey|SharedAccessKey|SharedAccessSignature)=)([\\w.~+/=-]{16,})',
  ].join('|'),
  'gi',
);

/** The password of a URL; not what a template will put there. */
const IN_URL = /(:\/\/[^\s/:@"'`<>]{0,256}:)(?![*$%{<[])([^\s/@"'`<>]{1,512})@/g;

const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_BODY =
  /(?:(?:\\[rn]|[\s"',>|])*[A-Za-z0-9+/=]{32,})+(?:(?:\\[rn]|[\s"',>|]){1,4}[A-Za-z0-9+/=]+)?/y;

/** Secrets that show themselves by their form. */
export function findTokenShapes(text: string): Span[] {
  const spans: Span[] = [];
  each(TOKENS, text, (found) => spans.push(spanOf(found.index, found[0].length)));
  if (text.includes('=') || text.includes(':')) {
    const add = ({ index, 1: before = '', 2: secret = '' }: RegExpExecArray) =>
      spans.push(spanOf(index + before.length, secret.length));
    each(AFTER_WORDS, text, add);
    each(IN_URL, text, add);
  }
  if (text.includes('PRIVATE KEY')) spans.push(...privateKeys(text));
  return spans;
}

/** As `matchAll`, which copies the pattern each time: most texts are short and hold nothing. */
function each(pattern: RegExp, text: string, tell: (found: RegExpExecArray) => void): void {
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) tell(found);
}

function privateKeys(text: string): Span[] {
  const spans: Span[] = [];
  for (const begin of text.matchAll(PEM_BEGIN)) {
    const body = begin.index + begin[0].length;
    const dashes = text.indexOf('-----', body);
    const end = dashes >= 0 && text.startsWith('-----END ', dashes) ? endOfLine(text, dashes) : 0;
    // Cut off, or the end is in a later piece: what looks like its body still is one.
    PEM_BODY.lastIndex = body;
    const bare = PEM_BODY.exec(text);
    const last = Math.max(end, bare ? PEM_BODY.lastIndex : 0);
    if (last > 0) spans.push(spanOf(begin.index, last - begin.index));
  }
  return spans;
}

function endOfLine(text: string, dashes: number): number {
  const close = text.indexOf('-----', dashes + '-----END '.length);
  // The closing dashes stand on the same line; another place would be another block.
  return close >= 0 && close - dashes < 80 ? close + 5 : dashes;
}

function spanOf(start: number, length: number): Span {
  return { start, end: start + length, label: SHAPE_LABEL };
}
