import { HIDDEN } from './hidden-commands.ts';

/**
 * Random command lines for the comparison with bash. Every simple command has a word of its own
 * (`k1`, `k2`, …) behind its name, by which it is found again.
 */
export interface RandomLine {
  readonly text: string;
  /** The words of commands that no expansion changes: what runs must be listed to the letter. */
  readonly plain: ReadonlySet<string>;
}

type Rule = (grammar: Grammar, depth: number) => string;

/** Programs that have a stub; the last two fail. */
export const STUBS = ['rm', 'curl', 'npm', 'git', 'cp', 'ls', 'cat', 'grep', 'diff'];
/** They run what they are given, so the real ones are there. */
export const WRAPPERS = [
  'timeout',
  'nice',
  'nohup',
  'env',
  'xargs',
  'bash',
  'sh',
  'setsid',
  'stdbuf',
];

const MAX_CHARS = 300;

/** The same line for the same seed. */
export function randomLine(seed: number): RandomLine {
  // A long line finds no more than several short ones, which are easier to understand.
  for (let depth = 3; ; depth -= 1) {
    const grammar = new Grammar(seed + depth);
    const text = grammar.list(depth);
    if (text.length <= MAX_CHARS || depth === 0) return { text, plain: grammar.plain };
  }
}

class Grammar {
  readonly plain = new Set<string>();
  #state: number;
  #commands = 0;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number below `limit` (mulberry32). */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  pick<Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  id(): string {
    this.#commands += 1;
    return `k${this.#commands}`;
  }

  list(depth: number): string {
    const count = 1 + this.below(depth > 2 ? 3 : 2);
    const parts = Array.from({ length: count }, () => this.statement(depth));
    return parts.reduce((line, part) => `${line}${this.#separator(line)}${part}`);
  }

  statement(depth: number): string {
    const rules = depth <= 0 || this.below(3) > 0 ? SIMPLE : COMPOUND;
    return this.pick(rules)(this, depth - 1);
  }

  /** Behind a here-document only a new line ends the statement. */
  #separator(line: string): string {
    if (/\nEND$/.test(line)) return '\n';
    return this.pick([' ; ', ';', '\n', ' && ', ' || ', ' & ', ' | ', '\n\n# a word\n', ' |& ']);
  }
}

const QUOTED: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word) => `\\${word}`,
  (word) => `$'${word}'`,
  (word) => `${word.slice(0, 1)}''${word.slice(1)}`,
  (word) => `${word.slice(0, 1)}\\\n${word.slice(1)}`,
  (word) => `$'\\x${word.charCodeAt(0).toString(16)}'${word.slice(1)}`,
  (word) => `"${word.slice(0, 1)}"'${word.slice(1)}'`,
];

const LITERALS = [
  'a',
  '-f',
  '--all',
  "'; rm z'",
  '"&& cp z"',
  "'$(rm z)'",
  '\\;',
  '\\$x',
  "'a  b'",
  '""',
];
const VALUES = ['a', '-f', '--all', '; rm z', '&& cp z', '$(rm z)', ';', '$x', 'a  b', ''];

function argument(grammar: Grammar): readonly [written: string, value: string] {
  const at = grammar.below(LITERALS.length);
  return [LITERALS[at] ?? '', VALUES[at] ?? ''];
}

/** A command that no expansion changes. */
const plain: Rule = (grammar) => {
  const name = grammar.pick([...STUBS, 'echo', ':', 'true']);
  const id = grammar.id();
  const words = Array.from({ length: grammar.below(3) }, () => argument(grammar));
  grammar.plain.add([name, id, ...words.map(([, value]) => value)].join(' '));
  return [grammar.pick(QUOTED)(name), id, ...words.map(([written]) => written)].join(' ');
};

const EXPANSIONS: readonly Rule[] = [
  () => '$HOME',
  () => '"$x"',
  () => '${x:-y}',
  () => '${x%b*}',
  () => '$((1 + 2))',
  () => '*',
  () => '"a"*.[tj]s',
  () => '{a,b}',
  () => '{1..3}',
  () => '~',
  () => '~/a',
  (grammar, depth) => `$(${grammar.list(depth)}\n)`,
  (grammar, depth) => `"$(${grammar.list(depth)}\n)"`,
  (grammar, depth) => `"a$( ${grammar.list(depth)}\n)b"`,
  (grammar, depth) => `\${x:-$(${grammar.list(depth)}\n)}`,
  (grammar, depth) => `<(${grammar.list(depth)}\n)`,
  (grammar) => `\`${grammar.pick(STUBS)} ${grammar.id()}\``,
  (grammar) =>
    `"\`${grammar.pick(STUBS)} ${grammar.id()} \\\`${grammar.pick(STUBS)} ${grammar.id()}\\\`\`"`,
];

const expanding: Rule = (grammar, depth) => {
  const count = 1 + grammar.below(2);
  const words = Array.from({ length: count }, () => grammar.pick(EXPANSIONS)(grammar, depth - 1));
  return `${grammar.pick(STUBS)} ${grammar.id()} ${words.join(' ')}`;
};

const REDIRECTIONS = [
  '> o1',
  '2>&1',
  '>> o2',
  '< /dev/null',
  '&> o3',
  '>| o4',
  '2> /dev/null',
  '<<< word',
];

const redirected: Rule = (grammar, depth) => {
  const command = plain(grammar, depth);
  const redirection = grammar.pick(REDIRECTIONS);
  return grammar.below(2) === 0 ? `${command} ${redirection}` : `${redirection} ${command}`;
};

const assigned: Rule = (grammar, depth) => {
  const value = grammar.pick([
    '1',
    '"a b"',
    `$(${grammar.list(depth - 1)}\n)`,
    "'$(rm z)'",
    'a{b,c}',
  ]);
  return `${grammar.pick(['X', 'NODE_ENV', 'PATH_X', 'x'])}=${value} ${plain(grammar, depth)}`;
};

const wrapped: Rule = (grammar, depth) => {
  const wrapper = grammar.pick([
    'timeout 9',
    'nice',
    'nice -n 3',
    'nohup',
    'command',
    'env',
    'env A=1',
    'stdbuf -o L',
    'time',
    '!',
    'timeout -k 1 9',
    'env -u A',
    'env -i PATH="$PATH"',
    'command -p --',
    'builtin command',
    'setsid -w',
  ]);
  const inner =
    depth > 0 && grammar.below(4) === 0 ? wrapped(grammar, depth - 1) : external(grammar);
  return `${wrapper} ${inner}`;
};

function external(grammar: Grammar): string {
  return `${grammar.pick(STUBS)} ${grammar.id()} ${argument(grammar)[0]}`;
}

const scripted: Rule = (grammar, depth) => {
  const inner = grammar.list(depth - 1).replaceAll("'", "'\\''");
  return grammar.pick([
    `bash -c '${inner}'`,
    `sh -c '${inner}'`,
    `eval '${inner}'`,
    `env bash -c '${inner}'`,
    `bash -euc '${inner}'`,
    `timeout 9 bash -c '${inner}'`,
  ]);
};

const fed: Rule = (grammar) => {
  const first = `${grammar.pick(STUBS)} ${grammar.id()}`;
  return grammar.pick([
    `echo a b | xargs ${first}`,
    `echo a | xargs -n 1 ${first}`,
    `bash <<< '${first}'`,
    `bash <<'END'\n${first}\nEND`,
    `printf a | xargs -I{} ${first} {}`,
  ]);
};

const hereDocument: Rule = (grammar, depth) => {
  const head = `cat ${grammar.id()}`;
  return grammar.pick([
    () => `${head} <<END\n$(${grammar.list(depth - 1)}\n)\nEND`,
    () => `${head} <<'END'\n$(rm z)\nEND`,
    () => `${head} <<-END\n\t\`${grammar.pick(STUBS)} ${grammar.id()}\`\n\tEND\n:`,
    () =>
      `${head} <<END | ${grammar.pick(STUBS)} ${grammar.id()}\n\${x:-$(${grammar.pick(STUBS)} ${grammar.id()})}\nEND`,
  ])();
};

const hidden: Rule = (grammar) => grammar.pick(HIDDEN)(grammar.pick(STUBS), grammar.id());

const SIMPLE: readonly Rule[] = [
  plain,
  plain,
  hidden,
  expanding,
  expanding,
  redirected,
  assigned,
  wrapped,
  scripted,
  fed,
  hereDocument,
  (grammar, depth) => `x=$(${grammar.list(depth)}\n)`,
  (grammar, depth) => `[[ -n $(${grammar.list(depth)}\n) ]]`,
  (grammar, depth) => `export x="$(${grammar.list(depth)}\n)"`,
  (grammar) => `trap '${grammar.pick(STUBS)} ${grammar.id()}' EXIT`,
];

const COMPOUND: readonly Rule[] = [
  (grammar, depth) => `( ${grammar.list(depth)}\n)`,
  (grammar, depth) => `{ ${grammar.list(depth)}\n}`,
  (grammar, depth) => `{ ${grammar.list(depth)}\n} > o5 2>&1`,
  (grammar, depth) => `if ${grammar.list(depth)}\nthen ${grammar.list(depth)}\nfi`,
  (grammar, depth) =>
    `if ${grammar.list(depth)}\nthen ${grammar.list(depth)}\nelif :\nthen ${grammar.list(depth)}\nelse ${grammar.list(depth)}\nfi`,
  (grammar, depth) => `for i in a $(${grammar.list(depth)}\n); do ${grammar.list(depth)}\ndone`,
  (grammar, depth) => `for ((i=0; i<1; i++)); do ${grammar.list(depth)}\ndone`,
  (grammar, depth) => `while ${grammar.list(depth)}\n:\ndo ${grammar.list(depth)}\nbreak\ndone`,
  (grammar, depth) => `until ${grammar.list(depth)}\nfalse\ndo ${grammar.list(depth)}\nbreak\ndone`,
  (grammar, depth) =>
    `case a in b) ${grammar.list(depth)}\n;; a|c) ${grammar.list(depth)}\n;& *) ${grammar.list(depth)}\nesac`,
  (grammar, depth) => `case $(${grammar.list(depth)}\n) in *) ${grammar.list(depth)}\nesac`,
  // A function of its own name each: one that called itself would never end.
  (grammar, depth) => {
    const name = `f${grammar.id()}`;
    return `${name}() { ${grammar.list(depth)}\n}; ${name} ${grammar.id()}`;
  },
  (grammar, depth) => {
    const name = `f${grammar.id()}`;
    return `function ${name} { ${grammar.list(depth)}\n}\n${name} ${grammar.id()} | ${grammar.statement(0)}`;
  },
  (grammar, depth) => {
    const name = `f${grammar.id()}`;
    return `${name}() ( ${grammar.list(depth)}\n)\ncommand ${name}; ${name} ${grammar.id()}`;
  },
  (grammar, depth) => `! { ${grammar.list(depth)}\n}`,
  (grammar, depth) => `time { ${grammar.list(depth)}\n}`,
];
