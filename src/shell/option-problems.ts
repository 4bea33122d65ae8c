import { programName } from './program-name.ts';
import { takeApartBy } from './read-only/reader.ts';
import { touchesNoOther } from './read-only/sed.ts';
import { transferOf } from './transfers.ts';
import { allValues, type ShellWord } from './word.ts';

const SED = `-nErsuz -e: -l: -i? --quiet --silent --regexp-extended --separate --unbuffered --null-data
  --zero-terminated --expression= --line-length= --in-place? --follow-symlinks --debug --posix --sandbox
  --version --help`;
const LOGS = /^(?:strace|ltrace|perf|time|script|xargs)$/;

/** Whether a program that runs another has options of its own for a file. */
export function writesLog(words: readonly ShellWord[]): boolean {
  return LOGS.test(programName(words[0]) ?? '');
}

const MOVING: Readonly<Record<string, RegExp>> = {
  env: /^-[iv0]*C|^--c/,
  sudo: /^-[a-zA-Z]*[DR]|^--ch/,
};

/** Whether a program that runs another lets it start in another folder. */
export function movesAway(own: readonly ShellWord[]): boolean {
  const name = programName(own[0]) ?? '';
  const option = Object.hasOwn(MOVING, name) ? MOVING[name] : undefined;
  return option !== undefined && own.some(({ text }) => option.test(text));
}

/**
 * Why the options of a program that is not proven to read leave open which files it touches. For programs
 * that are known to name files there.
 */
export function problemOfOptions(words: readonly ShellWord[]): string | undefined {
  const name = programName(words[0]) ?? '';
  if (LOGS.test(name)) return problemOfLog(name, words);
  const args = allValues(words.slice(1));
  if (!args) return undefined;
  return name === 'sed' ? problemOfSed(args) : transferOf(name, args)?.problem;
}

/** `strace -o '|command'` runs it. */
function problemOfLog(name: string, words: readonly ShellWord[]): string | undefined {
  const isPiped = words.some(({ text }) => /^(?:-[a-zA-Z]*o|--o[a-z-]*=)?[|!]./.test(text));
  return isPiped && name !== 'xargs'
    ? `What ${name} gives its output to is not judged here.`
    : undefined;
}

function problemOfSed(args: NonNullable<ReturnType<typeof allValues>>): string | undefined {
  const taken = takeApartBy(SED, args);
  if (!taken) return 'Not every option of sed is known here: leave it out.';
  const { flags, operands } = taken;
  const valuesOf = (...names: readonly string[]) => names.flatMap((flag) => flags.get(flag) ?? []);
  const given = valuesOf('-e', '--expression');
  const script = given.length > 0 ? given.join('\n') : (operands[0]?.text ?? '');
  if (
    valuesOf('-i', '--in-place').some(
      (suffix) => !/^(?:|\.[\w.]*(?:bak|orig|old|tmp)[\w.~]*|~)$/.test(suffix),
    )
  )
    return 'Which name sed gives to the file as it was is not judged here: use .bak.';
  return touchesNoOther(script)
    ? undefined
    : 'The script of sed may write or read other files, or run a command: use plain substitutions.';
}
