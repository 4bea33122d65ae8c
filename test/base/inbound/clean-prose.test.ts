import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanProse } from '../../../src/base/inbound/clean-prose.ts';

const clean = (text: string) => cleanProse(text).text;
const TAGS = (word: string) =>
  [...word].map((unit) => String.fromCodePoint(0xe0000 + unit.charCodeAt(0))).join('');

/** What is written in capitals must go, the rest stays. */
test.each([
  // Comments and their like.
  ['a <!-- HIDE --> b', 'a  b'],
  ['a <!-- HIDE\nHIDE', 'a '],
  ['a <!--> b <!-- HIDE --> c', 'a  b  c'],
  ['a <!-- HIDE --!> b', 'a  b'],
  ['<!-- <!-- x --> b', ' b'],
  ['<? HIDE ?>b', 'b'],
  ['<![CDATA[ HIDE > ]]>b', 'b'],
  ['<!DOCTYPE HIDE>b', 'b'],
  ['</ HIDE>b', 'b'],
  // Elements that aren't drawn.
  ['<div hidden>HIDE</div>b', 'b'],
  ['<div hidden><div>HIDE</div>HIDE</div>b', 'b'],
  ['<div hidden><!-- </div> -->HIDE</div>b', 'b'],
  ['<div hidden><a title="</div>">HIDE</a></div>b', 'b'],
  ['<div hidden>\n\n```\n</div>\n```\nHIDE</div>b', 'b'],
  ['<DIV HIDDEN=until-found>HIDE</DIV>b', 'b'],
  ['<div <p hidden>HIDE</p>b', '<div b'],
  ['<p hidden>HIDE', ''],
  ['<script>HIDE</script><template>HIDE</template>b', 'b'],
  ['<p style="display:none">HIDE</p>b', 'b'],
  ['<p style="DISPLAY : NONE !important">HIDE</p>b', 'b'],
  ['<p style="dis/**/play:none">HIDE</p>b', 'b'],
  ['<p style="d\\69splay:none">HIDE</p>b', 'b'],
  ['<p style="display&colon;none">HIDE</p>b', 'b'],
  ['<p style="visibility:hidden">HIDE</p>b', 'b'],
  ['<p style=opacity:0.01>HIDE</p>b', 'b'],
  ['<p style="font-size:1px">HIDE</p>b', 'b'],
  ['<p style="font-size:calc(0px)">HIDE</p>b', 'b'],
  ['<p style="font:0/0 a">HIDE</p>b', 'b'],
  ['<p style="height:0;overflow:hidden">HIDE</p>b', 'b'],
  ['<p style="position:absolute;left:-999px">HIDE</p>b', 'b'],
  ['<p style="text-indent:-999em">HIDE</p>b', 'b'],
  ['<p style="color:white">HIDE</p>b', 'b'],
  ['<p style="color:rgb(255, 255, 255)">HIDE</p>b', 'b'],
  ['<p style="color:rgba(0,0,0,0)">HIDE</p>b', 'b'],
  ['<p style="color:#000;background:#000">HIDE</p>b', 'b'],
  ['<font color="#fff">HIDE</font>b', 'b'],
  ['<span class="sr-only">HIDE</span>b', 'b'],
  // Attributes, texts of images, titles, definitions.
  ['<p title="HIDE" data-x="HIDE">b</p>', '<p>b</p>'],
  ['<img alt="HIDE" src="https://x.y/z">', '(image)'],
  ['<ignore-all-that HIDE="">b', 'b'],
  ['![HIDE [HIDE]](x.png "HIDE")', '(image)'],
  ['![HIDE][ref]', '(image)'],
  ["[b](https://x.y 'HIDE')", '[b](https://x.y)'],
  ['[b](   https://x.y   "HIDE"   )', '[b](https://x.y)'],
  ['[//]: # (HIDE)\nb', '\nb'],
  ['[comment]: <> "HIDE\nHIDE"\nb', '\nb'],
  ['[HIDE]:\n  https://x.y\n  (HIDE)\nb', '\nb'],
  ['[b][1]\n\n[1]: https://x.y "HIDE"', '[b][1]\n\n[1]: https://x.y'],
  ['b\n\n[^9]: HIDE\nHIDE\n\nc', 'b\n\n\n\nc'],
  ['- [//]: # (HIDE)\n\nb', '\n\nb'],
  ['1. a\n\n   [//]: # (HIDE)\n\nb', '1. a\n\n\n\nb'],
  ['b\n[//]: # (HIDE)\nb', 'b\n\nb'],
  ['[b][HIDE and HIDE again]\n\n[HIDE and HIDE again]: https://x.y', '[b]\n\n'],
  ['$\\phantom{HIDE}$b', '$$b'],
  ['<p style="color:#fff0">HIDE</p>b', 'b'],
  // Entities.
  ['&#60;!-- HIDE --&#x3e;b', 'b'],
  ['&lt;!-- HIDE --&gt;b', 'b'],
  ['&amp;lt;!-- HIDE --&amp;gt;b', 'b'],
  ['&lt;p hidden&gt;HIDE&lt;/p&gt;b', 'b'],
  ['&#96;<!-- HIDE -->&#96;b', '``b'],
  ['a&#8203;&zwnj;&ZeroWidthSpace;&#xE0041;b', 'ab'],
  // What isn't drawn.
  [`a${TAGS('HIDE')}b`, 'ab'],
  ['a\u200b\u2060\ufeff\u00ad\u3164b', 'ab'],
  ['a\u202e\u2066\u200fb', 'ab'],
  ['a\ufe01\u{e0101}b', 'ab'],
  ['\u0600a\u0000\u0008\u001b\u009bb', 'ab'],
  ['1\ufe0f2\ufe0f', '12'],
  // Not code, where a reader could see it otherwise.
  ['> ```\n<!-- HIDE -->\n> ```', '> ```\n\n> ```'],
  ['- ```\n<!-- HIDE -->\n  ```', '- ```\n\n  ```'],
  ['<div>\n```\n<!-- HIDE -->\n```', '<div>\n```\n\n```'],
  ['<pre>\n\n```\n<!-- HIDE -->\n```', '<pre>\n\n```\n\n```'],
  ['- `\n- ` ` <!-- HIDE --> `', '- `\n- ` `  `'],
  ['\\`<!-- HIDE -->`', '\\``'],
  ['a\n    ```\n<!-- HIDE -->\n    ```', 'a\n    ```\n\n    ```'],
])('%j', (given, wanted) => {
  expect(clean(given)).toBe(wanted);
});

test.each([
  'Plain text, 1 < 2, a <b and c, Vec<T> & Co.',
  '<details>\n<summary>Log</summary>\n\nlines\n</details>',
  '`<!-- shown -->` and ``<p hidden>`` and `&lt;`',
  '```html\n<!-- shown --> <p title="x">\n```',
  '~~~\n<!-- shown -->\n~~~',
  '- a\n  ```\n  <!-- shown -->\n  ```\n- b',
  '1. a\n\n   ```\n   <!-- shown -->\n   ```',
  'a\n\n    <!-- shown -->\n\nb',
  '```\n<!-- shown, and never closed',
  '<https://x.y/z> <me@x.y> https://x.y/?a=b&c=d',
  '[text](https://x.y) and !(image)',
  'See [the code of conduct of ours].\n\n[the code of conduct of ours]: https://x.y',
  '[a][b] and [b]\n\n[b]: https://x.y',
  'A note[^1].\n\n[^1]: That is read.',
  'Result\n[ERROR]: it',
  '- [ ] a task\n- [x] another',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f \u{1f44d}\u{1f3fd} 1\ufe0f\u20e3',
  `\u{1f3f4}${TAGS('gbeng')}\u{e007f}`,
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  '\u0915\u094d\u200d\u0937',
])('%j stays as it is', (text) => {
  expect(clean(text)).toBe(text);
  expect(cleanProse(text).removed).toEqual({});
});

test('a style that hides nothing keeps its text', () => {
  for (const style of [
    'color:red',
    'color:#333;font-size:12px',
    'color:white;background:#d00',
    'display:inline-block;opacity:.8',
    'text-align:center;width:100%',
    'font-size:small',
  ]) {
    expect(clean(`<span style="${style}">b</span>`)).toBe('<span>b</span>');
  }
});

test('what the page leaves out is counted by kind as well', () => {
  const { removed, text } = cleanProse(
    '[](x) ![](y)\n\n| a |\n|:-|\n| b | c |\n\n[r]: http://x.y\n\n```js x\n```',
  );
  expect(text).toBe(' (image)\n\n| a |\n|:-|\n| b |\n\n\n\n```js\n```');
  expect(removed).toEqual({
    'empty links': 1,
    'image texts and titles': 1,
    'table cells': 1,
    'link definitions': 1,
    'fence words': 1,
  });
});

test('what was taken out is counted by kind', () => {
  const { removed } = cleanProse('a\u200b\u200bb <!-- x --><!-- y --> <p hidden>z</p> ![w](v)');
  expect(removed).toEqual({
    'unseen characters': 2,
    comments: 2,
    'hidden elements': 1,
    'image texts and titles': 1,
  });
});

test('what is clean stays so', () => {
  const piece = fc.constantFrom(
    ...[
      '<!--',
      '-->',
      '<p hidden>',
      '</p>',
      '<p>',
      '`',
      '```\n',
      '\n',
      '\n\n',
      '- ',
      '> ',
      'a',
      ' ',
    ],
    ...[
      '&lt;',
      '&amp;',
      '&#60;',
      '[a]: ',
      '![',
      '](x "y")',
      ']',
      '\\',
      ...[
        '| a |\n|:-|\n',
        '|',
        '```js x\n',
        '[](x)',
        '[^1]: ',
        '[^1]',
        '    ',
        '$',
        '\\phantom{',
        '}',
        '%%',
      ],
      ...['<a href=x>', '</a>', '```mermaid\n', '$$', '[ ][a]'],
      '<a title="',
      '">',
      '    ',
      '\u200d',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const once = clean(pieces.join(''));
      // `(image)` is longer than `![][]`.
      expect(once.length).toBeLessThanOrEqual(pieces.join('').length * 1.5);
      expect(once).not.toMatch(/\ufdd0|\ufdd1/);
    }),
    { numRuns: 500 },
  );
});

// A search for each opener would take hours.
test.each([
  ...[
    '<!--',
    '<a b="',
    `<a b="<a c=' " `,
    '![',
    '[a]: b "\n',
    '](   ',
    '`a` ',
    '<? ',
    '</ ',
    '<pre\n',
  ],
  ...[
    '<a\n',
    '&lt;',
    '&amp;',
    '<p hidden>',
    '`',
    '``` \n',
    '- ```\n',
    '[^1]:\n',
    '<x ',
    '\\',
    '> ',
  ],
  ...[
    '[](x)',
    '[ ',
    '[<b>',
    '<a href=x>',
    '| a |\n|:-|\n',
    '| a ',
    '> ```js x\n',
    '[^1]:\n\n    x\n',
  ],
  ...['$\\phantom{', '$$%\n', '\\color{white}{', '\\def\\x{', '[r]: http://x\n[r]', '<blockquote>'],
])('%j, many thousand times', (unit) => {
  const text = unit.repeat(200_000 / unit.length);
  expect(clean(text).length).toBeLessThanOrEqual(text.length);
  expect(clean(`| a |\n|:-|\n${text}`).length).toBeLessThanOrEqual(text.length + 20);
  expect(clean(`${' '.repeat(100_000)}${text}`).length).toBeLessThanOrEqual(1_100_000);
});
