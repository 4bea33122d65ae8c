const SHOWING_DISPLAY =
  /^(?:block|contents|flex|flow-root|grid|inherit|initial|inline(?:-block|-flex|-grid|-table)?|list-item|ruby|table(?:-\w+)*)$/;
const SIZE_WORD = /^(?:(?:xx?-)?(?:small|large)|medium|smaller|larger|inherit|initial)$/;
/** By unit, the least that can be read. */
const LEAST_SIZE: Readonly<Record<string, number>> = {
  ...{ px: 6, pt: 5, em: 0.4, rem: 0.4, '%': 40, ex: 0.8, ch: 0.8, mm: 2, cm: 0.2, in: 0.08 },
};
/** Whatever they say, but `none`, they can take a text off the page. */
const RISKY = /^(?:-webkit-)?(?:clip|clip-path|filter|mask(?:-\w+)*|scale|transform|zoom)$/;
const MOVES =
  /^(?:(?:margin|inset)(?:-\w+)*|left|right|top|bottom|text-indent|letter-spacing|z-index)$/;
const WHITE_WORDS =
  /^(?:white|snow|ivory|ghostwhite|whitesmoke|floralwhite|mintcream|azure|transparent|canvas)$/;

/** True for a style that leaves a text unread: not drawn, too small, off the page, or white on white. */
export function hidesText(style: string): boolean {
  const declarations = new Map(readStyle(style));
  const background = declarations.get('background-color') ?? declarations.get('background') ?? '';
  for (const [property, value] of declarations) {
    if (hides(property, value)) return true;
    if (/^(?:color|-webkit-text-fill-color)$/.test(property) && isUnread(value, background)) {
      return true;
    }
  }
  return false;
}

function hides(property: string, value: string): boolean {
  if (property === 'display') return !SHOWING_DISPLAY.test(value);
  if (property === 'visibility') return !/^(?:visible|inherit|initial)$/.test(value);
  if (property === 'content-visibility') return value === 'hidden';
  if (property === 'opacity') return !(amountOf(value) >= 0.2);
  if (property === 'position') return /^(?:absolute|fixed)$/.test(value);
  if (property === 'font-size') return isTooSmall(value);
  if (property === 'font')
    return /(?:^|\s)0*[01]?(?:\.\d+)?(?:px|pt|em|rem|%)?(?:\/|\s)/.test(value);
  if (property === 'line-height') return amountOf(value) < 0.3;
  if (/^(?:max-)?(?:width|height)$/.test(property)) return amountOf(value.replace('%', '')) <= 1;
  if (RISKY.test(property)) return value !== 'none';
  return MOVES.test(property) && value.includes('-');
}

function isTooSmall(value: string): boolean {
  if (SIZE_WORD.test(value)) return false;
  const [, amount = '', unit = ''] = /^([\d.]+)\s*([a-z%]*)$/.exec(value) ?? [];
  return !(Number(amount) >= (LEAST_SIZE[unit] ?? Number.POSITIVE_INFINITY));
}

function isUnread(color: string, background: string): boolean {
  if (/^(?:transparent|rgba?\(.*[,/]\s*0?(?:\.0\d*)?%?\s*\))$/.test(color) && !/^rgb\(/.test(color))
    return true;
  if (/^#(?:[\da-f]{3}0|[\da-f]{6}0[\da-f])$/.test(color)) return true;
  if (color === background) return true;
  return isWhite(color) && (background === '' || isWhite(background));
}

function isWhite(color: string): boolean {
  if (WHITE_WORDS.test(color)) return true;
  if (/^#(?:[ef]{3,4}|(?:[ef][\da-f]){3,4})$/.test(color)) return true;
  const numbers = /^(?:rgb|hsl)a?\(([^)]*)\)/.exec(color)?.[1]?.match(/[\d.]+%?/g) ?? [];
  if (color.startsWith('hsl')) return amountOf(numbers[2] ?? '') >= 0.93;
  return (
    numbers.length >= 3 &&
    numbers.slice(0, 3).every((part) => amountOf(part) >= (part.endsWith('%') ? 0.93 : 238))
  );
}

/** A number; of `%` the share; NaN for anything that would have to be computed. */
function amountOf(value: string): number {
  const [, amount, unit] = /^([+-]?[\d.]+)([a-z%]*)$/.exec(value) ?? [];
  if (amount === undefined) return Number.NaN;
  return unit === '%' ? Number(amount) / 100 : Number(amount);
}

/** Property and value of each declaration, in lower case, comments and escapes resolved. */
function readStyle(style: string): [string, string][] {
  const plain = style
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/\\([0-9a-fA-F]{1,6})\s?/g, (_all, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replaceAll('\\', '')
    .toLowerCase();
  return plain.split(';').map((declaration) => {
    const colon = declaration.indexOf(':');
    const value = declaration.slice(colon + 1).replace(/!\s*important/, '');
    return [declaration.slice(0, Math.max(0, colon)).trim(), value.trim()];
  });
}
