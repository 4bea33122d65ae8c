import { describe, expect, test } from 'vitest';
import { look } from './scene.ts';

describe('text that is not what it looks like', () => {
  test.each([
    ['carriage return', 'ls \rrm x'],
    ['NUL', 'ls \u0000'],
    ['escape', 'ls \u001b[2K'],
    ['vertical tab', 'ls\u000b-la'],
    ['no-break space', 'ls\u00a0-la'],
    ['em space', 'ls\u2003-la'],
    ['line separator', 'ls\u2028rm x'],
    ['bidi override', 'ls \u202e x'],
    ['zero-width space', 'ls\u200b x'],
    ['tag character', 'ls \u{e0041}'],
    ['soft hyphen', 'ls \u00ad'],
    ['half a character', 'ls \ud800'],
    ['C1 control', 'ls \u0085'],
  ])('%s', (_name, command) => {
    expect(look(command).unclear).toBeDefined();
    expect(look(command).readOnly).toBe(false);
  });

  test('tabs, new lines and other scripts are fine', () => {
    expect(look('echo "grüße 世界 🎉"\n\tls')).toMatchObject({
      unclear: undefined,
      readOnly: true,
    });
  });
});

describe('text that does not parse', () => {
  test.each([
    'echo "x',
    "echo 'x",
    'ls )',
    'if ls; then',
    'ls | ',
    'echo $(ls',
    'echo `ls',
    'ls; echo $(cat "x)',
    '( ls',
    'for in x',
    "bash -c 'ls \"'",
    'echo "$(ls $(pwd)',
  ])('%s', (command) => {
    expect(look(command).unclear).toBeDefined();
    expect(look(command).readOnly).toBe(false);
  });

  test('what stands before the error is listed: bash runs it', () => {
    expect(look('rm x\nls "').commands[0]?.text).toBe('rm x');
  });
});

describe('limits end closed, and drop nothing', () => {
  const last = 'curl x';
  test.each([
    ['too long', `echo ${'x'.repeat(10_000)}; ${last}`],
    ['too many commands', `${'ls;'.repeat(600)}${last}`],
    ['too deep', `${'$('.repeat(60)}${last}${')'.repeat(60)}`],
    ['too many wrappers', `${'sudo '.repeat(1_000)}${last}`],
  ])('%s', (_name, command) => {
    const { unclear, readOnly, commands } = look(command);
    expect(unclear).toBeDefined();
    expect(readOnly).toBe(false);
    expect(commands.some(({ denyForms }) => denyForms.includes(last))).toBe(true);
  });

  const many = (text: (n: number) => string, count: number) =>
    Array.from({ length: count }, (_, n) => text(n)).join('');
  test.each([
    ['words', `rm ${many((n) => `f${n} `, 1_200)} last`],
    ['copies', `${many((n) => `cp a${n} b${n}; `, 600)}cp x last`],
    ['moves', `mv ${many((n) => `f${n} `, 1_100)} last`],
    ['members of an archive', `tar -xf a ${many((n) => `f${n} `, 1_100)} last`],
    ['links', `${many((n) => `ln -s a${n} l${n}; `, 200)}>last`],
  ])('many %s: the last name is told', (_name, command) => {
    const { unclear, readOnly, paths } = look(command);
    expect(unclear).toBeDefined();
    expect(readOnly).toBe(false);
    expect(paths.some(({ path }) => path.path.endsWith('/last'))).toBe(true);
  });

  test('links that are no longer kept leave open what is read through them', () => {
    const line = (count: number) => `${many((n) => `ln -s ../a l${n}; `, count)}grep -R x .`;
    expect(look(line(20)).unclear).toBeUndefined();
    expect(look(line(100)).unclear).toContain('more links');
  });

  test('a find in finds is listed', () => {
    const { unclear, commands } = look(`${'find . -exec '.repeat(12)}${last} {} \\;`);
    expect(unclear).toBeDefined();
    expect(commands.at(-1)?.denyForms).toContain(`${last} {}`);
  });

  test('the same command is told at each of its places', () => {
    const { commands, paths } = look('rm a; cd b; rm a; rm a');
    expect(commands.map(({ span }) => span)).toEqual([
      [0, 4],
      [6, 10],
      [12, 16],
      [18, 22],
    ]);
    expect(paths.filter(({ access }) => access === 'write')).toHaveLength(2);
  });

  test.each([
    ['substitutions', `echo ${'$('.repeat(900)}ls -la /tmp${')'.repeat(900)}`],
    ['substitutions that are never closed', `echo ${'$( '.repeat(3_000)}`],
    ['brackets in quotes', `echo ${"$( ')' ".repeat(1_400)}`],
    ['pipes', `${'cat <('.repeat(1_000)}ls${')'.repeat(1_000)}`],
    ['sums', `echo ${'$(('.repeat(1_900)}1${'))'.repeat(1_900)}`],
    ['subscripts', `echo ${'${a['.repeat(2_000)}1${']}'.repeat(2_000)}`],
  ])('nested %s are unclear before they take long', (_name, command) => {
    const { unclear, readOnly, commands } = look(command);
    expect(unclear).toBeDefined();
    expect(readOnly).toBe(false);
    // Each listed level was parsed with all that is in it.
    expect(commands.length * command.length).toBeLessThan(150_000);
  });

  test('substitutions as a script may have them are followed to the last', () => {
    const lines = Array.from(
      { length: 120 },
      (_, n) => `x=$(basename "$(dirname "$(pwd)/a${n}")")`,
    );
    const { unclear, commands } = look(`${lines.join('\n')}\ncurl x`);
    expect(unclear).toBeUndefined();
    expect(commands.at(-1)?.text).toBe('curl x');
  });

  test.each([
    ['nested beyond any parser', '$('.repeat(5_000)],
    ['functions in functions', 'f()'.repeat(3_000)],
    ['sums', `echo $((${'1+'.repeat(4_900)}1))`],
    ['subshells', '('.repeat(9_000)],
    ['moves', 'cd a;'.repeat(1_900)],
    ['braces', `echo ${'{a,b}'.repeat(1_900)}`],
    ['text beyond parsing', 'x '.repeat(200_000)],
    ['find that turns everything round', `find . ${'! '.repeat(4_900)}-name a -delete`],
    ['find in parentheses', `find . ${'\\( '.repeat(3_000)}-name a -delete`],
    ['unknown options', `${'sudo --odd '.repeat(900)}x`],
  ])('%s does not throw', (_name, command) => {
    expect(look(command).commands.every(({ text }) => typeof text === 'string')).toBe(true);
  });
});
