/** What a line of `MAX` characters can be made of in order to take long, by the stage that it is for. */
const MAX = 10_000;

const LINES: Readonly<Record<string, string>> = {
  'many commands': repeated('a; '),
  'different commands': numbered((n) => `a${n}; `),
  pipes: repeated('a | '),
  'a chain of cd': repeated('cd a && '),
  'cd to and fro': repeated('cd a || cd b; '),
  'cd up': repeated('cd ..; '),
  globs: `cat ${repeated('*/ ')}`,
  'different globs': `cat ${numbered((n) => `*${n} `)}`,
  'many globs in one word': `ls ${repeated('*')}`,
  'globs down a path': `cat ${repeated('*/')}`,
  redirections: `ls ${repeated('>a ')}`,
  'redirections to different files': `ls ${numbered((n) => `>f${n} `)}`,
  braces: `echo ${repeated('{a,b}')}`,
  'braces in braces': `echo ${nested('{a,', '}')}`,
  quotes: `echo ${repeated(`'a'"b"`)}`,
  heredocs: repeated('cat <<E\nx\nE\n'),
  wrappers: `${repeated('nice ')}ls`,
  'wrappers with odd options': `${repeated('nice -z ')}ls`,
  'wrappers of all kinds': `${repeated('env nice sudo xargs time ')}rm`,
  'find -exec': `find . ${repeated('-exec rm {} \\; ')}`,
  'find in find': `${repeated('find . -exec ')}rm {} \\;`,
  'fd in fd': `${repeated('fd -x ')}rm`,
  substitutions: `${'echo $('.repeat(1_400)}ls${')'.repeat(1_400)}`,
  'substitutions that never end': `echo ${repeated('$(')}`,
  'substitutions in a row': `echo ${repeated('$(a) ')}`,
  'substitutions of processes': nested('cat <(', ')'),
  backticks: `echo ${repeated('`a` ')}`,
  'expansions in expansions': `echo ${nested('${a:-', '}')}`,
  'subscripts in subscripts': `echo ${nested('${a[', ']}')}`,
  'sums in sums': `echo ${nested('$((', '))')}`,
  arithmetic: `echo $((${repeated('1+')}1))`,
  'bash -c': `bash -c "${repeated('ls;')}"`,
  'loops in loops': nested('for a in b;do ', ';done'),
  'many cases': repeated('case a in b) ls;; esac; '),
  functions: numbered((n) => `f${n}() { ls; }; `),
  assignments: `${numbered((n) => `A${n}=1 `)}ls`,
  tests: repeated('[[ a == b ]]; '),
  words: `rm ${repeated('x ')}`,
  'one long word': `cat ${repeated('x')}`,
  'different files': `rm ${numbered((n) => `f${n} `)}`,
  'one long path': `cat ${repeated('a/')}`,
  paths: `cat ${repeated('a/../')}b`,
  'paths far up': `cat ${repeated('../')}`,
  emoji: `cat ${repeated('😀 ')}`,
  hosts: `curl ${numbered((n) => `https://h${n}.example `)}`,
  sed: `sed '${repeated('s/a/b/;')}' f`,
  git: `git ${repeated('-C . ')}push`,
  'cp to many': `cp ${repeated('a b ')}`,
  'many cp': repeated('cp a b; '),
};

export const HOSTILE = Object.entries(LINES).map(
  ([name, line]) => [name, line.slice(0, MAX)] as const,
);

function repeated(text: string): string {
  return text.repeat(Math.ceil(9_900 / text.length)).slice(0, 9_900);
}

function numbered(text: (n: number) => string): string {
  let line = '';
  for (let n = 0; line.length < 9_900; n += 1) line += text(n);
  return line;
}

function nested(start: string, end: string): string {
  const depth = Math.floor(9_900 / (start.length + end.length));
  return `${start.repeat(depth)}1${end.repeat(depth)}`;
}
