/** Without a locale, as git has them: ASCII alone. Pairs of first and last character. */
const CLASSES: Readonly<Record<string, string>> = {
  alnum: '09AZaz',
  alpha: 'AZaz',
  blank: '  \t\t',
  cntrl: '\u0000\u001f\u007f\u007f',
  digit: '09',
  graph: '!~',
  lower: 'az',
  print: ' ~',
  punct: '!/:@[`{~',
  space: '  \t\r',
  upper: 'AZ',
  xdigit: '09AFaf',
};

/** The ranges of code points that `[:name:]` stands for; `undefined`: there is no such class. */
export function posixClass(name: string): [number, number][] | undefined {
  const pairs = Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
  return pairs?.match(/../gsu)?.map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]);
}
