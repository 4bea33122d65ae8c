import { readsOfCheck } from '../test-expression.ts';
import type { WordValue } from '../word.ts';
import { awk } from './awk.ts';
import { none as noOperands, patternThenPaths, type Reader, reader, text } from './reader.ts';

/** True of a list of words with nothing but these in it. */
const only =
  (...words: readonly string[]): Reader =>
  (args) =>
    args.every(({ text: word, glob }) => !glob && words.includes(word)) ? [] : undefined;

/** Only the question for its version, alone: programs that need no project for the answer. */
const version =
  (...questions: readonly string[]): Reader =>
  (args) =>
    args.length === 1 && questions.includes(args[0]?.text ?? '') ? [] : undefined;

const anything: Reader = () => [];
const alone: Reader = (args) => (args.length === 0 ? [] : undefined);

const check: Reader = (args) => {
  const words = args.map(({ text: word, glob }) => (glob ? undefined : word));
  return readsOfCheck(words[0] === '!' ? words.slice(1) : words);
};

/**
 * Words by which a jq program reaches the environment or other files. Between `$` and a name a blank or
 * a comment may stand.
 */
const JQ_REACH =
  /(?<!(?<!\.)\.)\benv\b|\$(?:ENV|__prog|[\s#])|\bimport\b|\binclude\b|\binput_filename\b|\bmodulemeta\b|\bget_search_list\b/;

/** Formats that print; `%n` sets a variable. */
const PRINTED =
  /^(?!-)(?:[^%]|%%|%[-+ #0']*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?(?:l?[diouxXeEfFgGaA]|[csbqQ]|\([^)%]*(?:%[^)%]+)*\)T))*$/s;

const JQ = reader(
  '-rcnesSMCajR --raw-output --compact-output --null-input --exit-status --slurp --sort-keys --monochrome-output --color-output --ascii-output --join-output --raw-input --tab --indent= --seq --stream',
  ({ operands, ...rest }) =>
    JQ_REACH.test(operands[0]?.text ?? 'env') || operands[0]?.glob
      ? undefined
      : patternThenPaths()({ operands, ...rest }),
);

/** The shell's own words, and programs that tell about the machine. */
export const PROGRAM_READERS: Readonly<Record<string, Reader>> = {
  true: anything,
  false: anything,
  ':': anything,
  pwd: only('-L', '-P'),
  echo: anything,
  printf: (args) => (args[0] && !args[0].glob && PRINTED.test(args[0].text) ? [] : undefined),
  test: check,
  '[': (args) => (args.at(-1)?.text === ']' ? check(args.slice(0, -1)) : undefined),
  cd: (args) => {
    const operands = args.filter(({ text: word }) => !/^-[LP]$|^--$/.test(word));
    return operands.length === 1 && !/^[-+]/.test(operands[0]?.text ?? '-') ? operands : undefined;
  },
  type: reader('-aftpP', text),
  // Without -v it is a wrapper and does not come here.
  command: (args) => (/^-[vV]$/.test(args[0]?.text ?? '') ? [] : undefined),
  sleep: (args) =>
    args.every(({ text: word }) => /^\d{1,9}(\.\d+)?[smh]?$/.test(word)) ? [] : undefined,
  exit: (args) => (args.every(({ text: word }) => /^\d{1,3}$/.test(word)) ? [] : undefined),
  // Alone it prints every variable.
  set: (args) =>
    args.length > 0 &&
    args.every(({ text: word }) => /^[-+][eux]+$|^[-+][eux]*o$|^pipefail$/.test(word))
      ? []
      : undefined,
  // Without a plus sign the operand is a time to set.
  date: reader(
    '-u -R -I? -d: --utc --universal --date= --iso-8601? --rfc-3339= --rfc-email',
    ({ operands }) => (operands.every(({ text: word }) => word.startsWith('+')) ? [] : undefined),
  ),
  uname: reader('-asnrvmpio --all --kernel-name --machine --operating-system', noOperands),
  arch: alone,
  whoami: alone,
  id: reader('-uGgnrz', text),
  groups: alone,
  uptime: reader('-ps', noOperands),
  free: reader('-bkmghtw', noOperands),
  tty: alone,
  hostname: only('-s'),
  // No letter e: in its BSD form it shows environments.
  ps: only('-ef', '-e', '-A', '-f', '-a', 'aux', '-aux', 'x', 'a', 'u', 'ax', '-eF'),
  jq: (args) => JQ(withoutNamedValues(args)),
  awk,
  gawk: awk,
  mawk: awk,
  node: version('--version', '-v'),
  deno: version('--version'),
  python: version('--version', '-V'),
  python3: version('--version', '-V'),
  ruby: version('--version', '-v'),
  perl: version('--version', '-v'),
  php: version('--version', '-v'),
  java: version('--version', '-version'),
  gcc: version('--version'),
  clang: version('--version'),
  make: version('--version'),
  bash: version('--version'),
};

/** Without `--arg name value`: texts that the program may use. */
function withoutNamedValues(args: readonly WordValue[]): readonly WordValue[] {
  const at = args.findIndex(({ text: word }) => word === '--arg' || word === '--argjson');
  const [name, value] = args.slice(at + 1, at + 3);
  const isBehind = args.slice(0, Math.max(at, 0)).some(({ text: word }) => word === '--');
  if (
    at < 0 ||
    isBehind ||
    !value ||
    name?.glob ||
    value.glob ||
    !/^[a-z]\w*$/.test(name?.text ?? '')
  )
    return args;
  return withoutNamedValues([...args.slice(0, at), ...args.slice(at + 3)]);
}
