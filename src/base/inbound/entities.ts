/** Names that mean an ASCII character or one that nobody sees: the rest hides nothing. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ lt: '<', LT: '<', gt: '>', GT: '>', amp: '&', AMP: '&', quot: '"', QUOT: '"', apos: "'" },
  ...{ excl: '!', num: '#', lpar: '(', rpar: ')', ast: '*', comma: ',', period: '.', sol: '/' },
  ...{ colon: ':', semi: ';', equals: '=', quest: '?', commat: '@', lsqb: '[', lbrack: '[' },
  ...{ bsol: '\\', rsqb: ']', rbrack: ']', lowbar: '_', grave: '`', lcub: '{', lbrace: '{' },
  ...{ rcub: '}', rbrace: '}', dollar: '$', percnt: '%', plus: '+', Hat: '^', verbar: '|' },
  ...{ Tab: '\t', NewLine: '\n', nbsp: ' ', NonBreakingSpace: ' ', dash: '-', hyphen: '-' },
  ...{ shy: '', zwnj: '', zwj: '', lrm: '', rlm: '', NoBreak: '', ZeroWidthSpace: '' },
  ...{ NegativeThinSpace: '', NegativeMediumSpace: '', NegativeThickSpace: '' },
  ...{ NegativeVeryThinSpace: '', InvisibleTimes: '', InvisibleComma: '', ApplyFunction: '' },
  ...{ it: '', ic: '', af: '' },
};
const ENTITY =
  /&(?:#0*([0-9]{1,7});?|#[xX]0*([0-9a-fA-F]{1,6});?|([A-Za-z]{2,24});|(lt|gt|amp|quot)(?![A-Za-z=]))/gi;

/** The text with entities written out, once: `&#60;` and `&lt;` become `<`. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    ENTITY,
    (all, decimal?: string, hex?: string, name?: string, bare?: string) => {
      if (name !== undefined) return NAMED[name] ?? all;
      if (bare !== undefined) return NAMED[bare.toLowerCase()] ?? all;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      // Readers show a sign for what is no character.
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}
