import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { neutralise } from '../../src/report/neutralise.ts';

const OPTIONS = { hosts: ['github.com', '*.githubusercontent.com'], triggerPhrase: '@unattended' };
/** With the break without width made visible. */
const clean = (text: string) => neutralise(text, OPTIONS).replaceAll('\u200b', '·');

describe('nothing live is left of', () => {
  test.each([
    ['mentions', 'Thanks @octocat and @org/team!', 'Thanks @·octocat and @·org/team!'],
    ['mentions in emphasis', '_@octocat_ **@a**', '_@·octocat_ **@·a**'],
    ['escaped mentions', '\\@octocat', '@·octocat'],
    [
      'mentions as entities',
      '&#64;octocat &commat;a &#x40;b',
      '&amp;#64;octocat &amp;commat;a &amp;#x40;b',
    ],
    ['bot commands', '@dependabot merge', '@·dependabot merge'],
    ['slash commands', '/merge\n> /approve\n- /label x', '\\/merge\n> \\/approve\n- \\/label x'],
    ['commands without a mark', 'bors r+', 'b·ors r+'],
    [
      'closing words',
      'fixes #1, Closes: o/r#2, resolved GH-3',
      'fixes #·1, Closes: o/r#·2, resolved G·H-3',
    ],
    ['closing words over lines', 'This fixes\n#12', 'This fixes\n#·12'],
    ['closing words in emphasis', '**Fixes** _#12_', '**Fixes** _#·12_'],
    [
      'closing words before addresses',
      'closes https://github.com/o/r/issues/1',
      'closes `https://github.com/o/r/issues/1`',
    ],
    [
      'the trigger phrase',
      '@Unattended again, `@unattended`',
      '@·Unattended again, `@·unattended`',
    ],
    ['the trigger phrase in a fence', '```\n@unattended go\n```', '```\n@·unattended go\n```'],
    ['images elsewhere', '![x](https://evil.example/p.png?d=c2Vj)', '(image not shown: x)'],
    [
      'images by reference',
      '![x][r]\n\n[r]: https://evil.example/p',
      '!\\[x][r]\n\n[r]\\: `https://evil.example/p`',
    ],
    [
      'images over lines',
      '![a\nb](https://evil.example/p)',
      '!\\[a\nb]\\(`https://evil.example/p`)',
    ],
    ['images as HTML', '<img src="//evil.example/p">', '&lt;img src="//evil.example/p">'],
    ['links elsewhere', '[docs](https://nodejs.org/api)', 'docs (`https://nodejs.org/api`)'],
    [
      'bare addresses elsewhere',
      'see https://evil.example/?d=1.',
      'see `https://evil.example/?d=1`.',
    ],
    [
      'addresses with a user',
      'https://github.com@evil.example/',
      '`https://github.com@evil.example/`',
    ],
    ['scripts in links', '[x](javascript:alert`1`)', '[x]\\(javascript:alert`1`)'],
    ['data in links', '[x](data:text/html,hi)', 'x'],
    ['ends of our blocks', 'a</details><script>', 'a&lt;/details>&lt;script>'],
    ['hidden text', 'a<!-- secret -->b <!-- two\nlines --> c', 'a b \n c'],
    [
      'what comes together where a comment is left out',
      '@<!-- -->a [b]<!-- -->(//evil.example) &<!-- -->#64;c https:<!-- -->//evil.example',
      '@ a [b] (//evil.example) & #64;c https: //evil.example',
    ],
    [
      'what comes together where a link is left out',
      '@[a](data:x) [@](data:x)b [c][(//evil.example)](data:x) htt[ps://evil.example](data:x)',
      '@ a @ b [c] (//evil.example) htt ps://evil.example',
    ],
    ['what comes together without a backslash', '&\\#64;a', '&amp;#64;a'],
    [
      'addresses with an escape in them',
      'https:\\//evil.example www\\.evil.example',
      'https:\\\\//evil.example www\\\\.evil.example',
    ],
    ['mentions behind an address of mail', 'a@b.example@octocat', 'a@b.example@·octocat'],
    [
      'closing words in an image',
      'a![fixes #1](https://evil.example/p)',
      'a (image not shown: fixes #·1)',
    ],
    ['comments that never end', 'a <!-- b', 'a &lt;!-- b'],
    ['our marker', '```\n<!-- unattended:0123 -->\n```', '```\n<·!-- unattended:0123 -->\n```'],
    ['terminal control and odd order', '\u001b[31mred\u001b[0m a\u202eb\rc', 'red a\\\\u202eb\nc'],
  ])('%s', (_what, text, expected) => {
    expect(clean(text)).toBe(expected);
  });
});

describe('left as they are', () => {
  test.each([
    '`@octocat` in code and `fixes #1` in code',
    '```js\nfoo("@user"); // fixes #1 <b>\n```',
    '~~~\n![x](https://evil.example/p)\n~~~',
    'See #12 and `a | b`, mail a@example.com.',
    '# Title\n\n- [x] done\n- [ ] open\n\n1. one\n2. two\n\n> quote',
    '| a | b |\n| --- | ---: |\n| 1 | 2 |',
    '[the run](https://github.com/o/r/actions/runs/1) ![i](https://raw.githubusercontent.com/i.png)',
    'a \\*b\\* &amp; &lt;c&gt; 3 > 2',
    '- item\n  ```js\n  code\n  ```\n- next',
  ])('%s', (text) => {
    expect(neutralise(text, OPTIONS)).toBe(text);
  });
});

describe('code', () => {
  test.each(['mermaid', 'Mermaid', 'geojson', 'math'])('%s is shown, not drawn', (language) => {
    expect(clean(`\`\`\`${language}\na\n\`\`\``)).toBe('```text\na\n```');
  });

  test.each([
    ['that never ends is closed', '```js\nfoo', '```js\nfoo\n```'],
    [
      'in a list keeps to its list, or moves to the margin',
      '- a\n  ```\n@x\n',
      '- a\n```\n@x\n\n```',
    ],
    [
      'that begins on a list mark is no riddle',
      '- ```\n  x\n  ```\n@y',
      '\n-\n  ```\n  x\n  ```\n@·y',
    ],
    ['with a longer run inside gets a longer border', '````\n```\n@x\n````', '````\n```\n@x\n````'],
    ['of one line ends there, else it is none', 'a ` b\n@x ` c', 'a \\` b\n@·x \\` c'],
    ['in a table ends at the bar', '| a |\n|---|\n| `x|@y` |', '| a |\n|---|\n| \\`x|@·y\\` |'],
    ['that appears by what was taken away is none', '<!-- -->~~~\n@x', '\\~~~\n@·x'],
  ])('%s', (_what, text, expected) => {
    expect(clean(text)).toBe(expected);
  });
});

/** The text outside code, judged apart from how the module does it: fences, then spans, line by line. */
function outsideCode(text: string): string {
  const out: string[] = [];
  let border = '';
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/.exec(line);
    if (border === '' && fence) border = fence[1] ?? '';
    else if (border === '')
      // From left to right: a backslash in a span is one, and a backtick behind one begins no span.
      out.push(line.replace(/\\[!-~]|(`+)(?!`).*?[^`]\1(?!`)|`+/g, '§'));
    else if (line.trim().startsWith(border) && /^ *[`~]+ *$/.test(line)) border = '';
  }
  expect(border).toBe('');
  return out.join('\n');
}

const PIECES = [
  '@user',
  '`',
  '``',
  '```',
  '~~~',
  '\n',
  '\n\n',
  '  ',
  '\t',
  '- ',
  '> ',
  '|',
  '|---|',
  '\\',
  '<b>',
  '<!--',
  '-->',
  '![',
  '[',
  ']',
  '](',
  ')',
  'https://evil.example/x',
  '&#64;user',
  '*',
  '_',
  'fixes #1',
  'fixes ',
  '#1',
  '/merge',
  '<!-- x -->',
  '!',
  '(',
  '@',
  'user',
  '](data:x)',
  'a',
  ' ',
  '@unattended',
  '[r]: ',
  '<!-- unattended:1 -->',
  '\r',
  '\u200b',
  '\u202e',
];

describe('always', () => {
  const text = fc
    .array(fc.constantFrom(...PIECES), { maxLength: 25 })
    .map((parts) => parts.join(''));

  test('no mention, tag, address or reference to close is left outside code', () => {
    void fc.assert(
      fc.property(text, (given) => {
        const out = neutralise(given, OPTIONS);
        const prose = outsideCode(out);
        expect(prose).not.toMatch(/(?:^|[^A-Za-z0-9])@[A-Za-z0-9]/);
        expect(prose).not.toMatch(/<|!\[|\[[^\]\n]*\]\(|\]:/);
        expect(prose).not.toMatch(/https:\/\//);
        expect(prose).not.toMatch(/(?:^|[^A-Za-z0-9])fixes #1/);
        expect(prose).not.toMatch(/^[\s>]*\/merge/m);
        expect(out.toLowerCase()).not.toContain('@unattended');
        expect(out).not.toContain('<!-- unattended');
      }),
      { numRuns: 2_000, examples: [['`\\`https://evil.example/x'], [']![](@user)']] },
    );
  });

  test('a long run of anything is read in passing', () => {
    for (const piece of [
      ' @a',
      '`',
      '[',
      '![',
      '](',
      '<!--',
      '<!--\n',
      '> ',
      '- ',
      '\\',
      '```\n',
      '|-',
      '\u001b[',
      'fixes #1 ',
    ]) {
      const bomb = piece.repeat(Math.ceil(200_000 / piece.length));
      expect(neutralise(bomb, OPTIONS)).not.toMatch(/ @a|<!--|fixes #1|\u001b/);
    }
  });
});
