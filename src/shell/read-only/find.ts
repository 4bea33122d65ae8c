import type { WordValue } from '../word.ts';
import type { Reader } from './reader.ts';

/** Tests and actions by how many values they take. Whatever runs, deletes or writes is not among them. */
export const ALONE = new Set(
  `! ( ) , -a -and -o -or -not -depth -d -empty -executable -false -ls -mount -nouser -nogroup
   -print -print0 -prune -quit -readable -true -writable -xdev -daystart -noleaf -warn -nowarn
   -ignore_readdir_race`.split(/\s+/),
);
export const VALUED = new Set(
  `-amin -atime -cmin -ctime -mmin -mtime -fstype -gid -group -iname -inum -ipath -iregex
   -iwholename -links -lname -ilname -maxdepth -mindepth -name -path -perm -printf -regex
   -regextype -size -type -uid -used -user -wholename -xtype`.split(/\s+/),
);
/** They look at the file they name. */
export const NAMING = /^-(newer([aBcmt]{2})?|anewer|cnewer|samefile)$/;

export const find: Reader = (args) => {
  const start = args.findIndex(({ text }) => /^[-(!,]/.test(text) && !/^-[HPO]/.test(text));
  const own = start < 0 ? args : args.slice(0, start);
  const folders = own.filter(({ text }) => !/^-(H|P|O\d)$/.test(text));
  const files = start < 0 ? [] : readExpression(args.slice(start));
  // -H follows a link that is named, and that is judged as any name is.
  return files && folders.every(({ text }) => !text.startsWith('-'))
    ? [...folders, ...files]
    : undefined;
};

function readExpression(args: readonly WordValue[]): readonly WordValue[] | undefined {
  const files: WordValue[] = [];
  // A pattern may become several words, and one of them an action.
  if (args.some(({ glob }) => glob)) return undefined;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]?.text ?? '';
    if (ALONE.has(word)) continue;
    const value = args[at + 1];
    if (!value) return undefined;
    if (NAMING.test(word)) {
      // The `t` forms take a time.
      if (!word.endsWith('t')) files.push(value);
    } else if (!VALUED.has(word)) {
      return undefined;
    }
    at += 1;
  }
  return files;
}
