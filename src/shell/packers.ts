import { type Packing, packing, unknownOption } from './packing.ts';
import type { WordValue } from './word.ts';

type Told = (args: readonly string[]) => Packing;

/** What their operands mean for programs with forms of their own. In doubt it is not known. */
const PACKERS: Readonly<Record<string, Told>> = {
  '7z': ofSevenZip,
  '7za': ofSevenZip,
  '7zr': ofSevenZip,
  '7zz': ofSevenZip,
  ar: ofAr,
  jar: ofJar,
  patch: ofPatch,
  cpio: (args) => listing(args, /^(?:-[a-zA-Z]*t[a-zA-Z]*|--list)$/, 'cpio'),
  pax: (args) => (args.some((arg) => /^-[a-zA-Z]*[rw]/.test(arg)) ? unknown('pax') : packing({})),
  unrar: (args) => listing(args, /^(?:l[bt]?|v[bt]?|t|p)$/, 'unrar'),
  unar: () => unknown('unar'),
  cabextract: (args) => listing(args, /^(?:-l|-t|--list|--test)$/, 'cabextract'),
  bsdcpio: () => unknown('bsdcpio'),
};

export function otherPacking(name: string, args: readonly WordValue[]): Packing | undefined {
  const told = Object.hasOwn(PACKERS, name) ? PACKERS[name] : undefined;
  return told?.(args.map(({ text }) => text));
}

function unknown(name: string): Packing {
  return packing({ problem: `Which files ${name} packs or unpacks is not known beforehand.` });
}

function listing(args: readonly string[], lists: RegExp, name: string): Packing {
  if (!args.some((arg) => lists.test(arg))) return unknown(name);
  return packing({ reads: args.filter((arg) => !arg.startsWith('-')) });
}

/** `7z x archive -ofolder`, `7z a archive files`. */
function ofSevenZip(args: readonly string[]): Packing {
  const [command = '', ...rest] = args;
  const known = /^-(?:y|r-?|bd|bb\d?|bs\w*|ao[asut]|m\w[\w=:+-]*|t\w+|p.*|o.+|x.*|i!.*|--?)$/;
  if (rest.some((arg) => /^-/.test(arg) && !known.test(arg))) return unknownOption('7z');
  const [archive = '', ...names] = rest.filter((arg) => !arg.startsWith('-'));
  if (names.some((name) => name.startsWith('@'))) return unknown('7z');
  if (/^[lthib]$/.test(command)) return packing({ reads: [archive, ...names] });
  const [into] = rest.flatMap((arg) => /^-o(.+)$/.exec(arg)?.[1] ?? []);
  if (/^[xe]$/.test(command)) return packing({ reads: [archive], unpacked: [into ?? '.'] });
  if (/^[au]$/.test(command)) {
    return packing({
      writes: [archive, `${archive}.7z`],
      packed: names.length > 0 ? names : ['.'],
    });
  }
  return /^(?:d|rn)$/.test(command) ? packing({ writes: [archive] }) : unknown('7z');
}

/** `ar rcs archive files`. */
function ofAr([operation = '', archive = '', ...members]: readonly string[]): Packing {
  const letters = /^-?([a-zA-Z]+)$/.exec(operation)?.[1] ?? '';
  // Other letters put a member's name or a count before the archive.
  if (!/^[dmpqrtxsScuvoDUTP]+$/.test(letters) || /^-/.test(archive)) return unknownOption('ar');
  if (letters.includes('x')) {
    return packing({ reads: [archive], unpacked: members.length > 0 ? members : ['.'] });
  }
  if (/[tp]/.test(letters) && !/[rqdms]/.test(letters)) return packing({ reads: [archive] });
  return packing({ reads: members, writes: [archive] });
}

/** `jar cf archive files`. */
function ofJar([operation = '', archive = '', ...names]: readonly string[]): Packing {
  if (/^-?tv?f$/.test(operation)) return packing({ reads: [archive] });
  if (/^-?[cu]v?f$/.test(operation) && !names.some((name) => name.startsWith('-'))) {
    return packing({ writes: [archive], packed: names });
  }
  return unknown('jar');
}

/** `patch file changes`; without the file, the changes tell which files they change. */
function ofPatch(args: readonly string[]): Packing {
  const valued = /^(?:-[iodrpFVzBYD]|--(?:input|output|directory|reject-file|strip))$/;
  const given = (option: RegExp) =>
    args.flatMap((arg, at) => {
      const glued = option.exec(arg)?.[1];
      return glued === '' ? args.slice(at + 1, at + 2) : (glued ?? []);
    });
  const operands = args.filter(
    (arg, at) => !arg.startsWith('-') && !valued.test(args[at - 1] ?? ''),
  );
  const [original, changes = ''] = operands;
  const reads = [changes, ...given(/^(?:-i|--input=?)(.*)$/)];
  if (args.includes('--dry-run')) return packing({ reads: [...operands, ...reads] });
  const outputs = [...given(/^(?:-o|--output=?)(.*)$/), ...given(/^(?:-r|--reject-file=?)(.*)$/)];
  const isOdd =
    given(/^(?:-d|--dir[a-z]*=?)(.*)$/).length > 0 || args.some((arg) => /^-[zBYb]|^--b/.test(arg));
  const writes = [...outputs, ...(original === undefined ? [] : [original])];
  const isTold = original !== undefined && !isOdd;
  const problem = isTold
    ? undefined
    : 'Which files the patch changes is not known beforehand: use the Edit tool.';
  return packing({ reads, writes, problem });
}
