import { mayNameProgram } from './git-config.ts';
import type { ShellAssignment } from './simple-command.ts';
import { literal, type ShellWord } from './word.ts';

/** Shell text that a command gives another program to run; `undefined`: not known beforehand. */
type Script = string | undefined;

/** Global options with a value of their own, but for those that set a configuration. */
const VALUED =
  /^(?:-C|--git-dir|--work-tree|--namespace|--exec-path|--super-prefix|--attr-source)$/;
/** The options of a sub-command that hold a program: one letter, long names. */
const OPTIONS: Readonly<Record<string, readonly [letter: string, ...long: readonly string[]]>> = {
  rebase: ['x', 'exec'],
  difftool: ['x', 'extcmd'],
  grep: ['O', 'open-files-in-pager'],
  clone: ['u', 'upload-pack'],
  fetch: ['', 'upload-pack'],
  pull: ['', 'upload-pack'],
  'ls-remote': ['', 'upload-pack', 'exec'],
  'fetch-pack': ['', 'upload-pack', 'exec'],
  push: ['', 'receive-pack', 'exec'],
  'send-pack': ['', 'receive-pack', 'exec'],
  archive: ['', 'exec'],
  'filter-branch': [
    '',
    ...'env tree index parent msg commit tag-name'.split(' ').map((name) => `${name}-filter`),
  ],
};
/** Variables that name a program, which git and its like run by a shell. */
const PROGRAM_VARIABLE =
  /^(?:GIT_\w*(?:COMMAND|EDITOR|PAGER|DIFF|ASKPASS|SSH)|(?:MAN)?PAGER|EDITOR|VISUAL|BROWSER|SSH_ASKPASS)$/;

/** What git is told to run: by an alias, a setting, an option. For deny rules to reach it. */
export function scriptsOfGit(words: readonly ShellWord[]): readonly Script[] {
  const args = words.slice(1);
  const scripts: Script[] = [];
  let at = 0;
  for (let text = textAt(args, at); text.startsWith('-'); text = textAt(args, at)) {
    if (text === '-c') scripts.push(...ofSetting(args[at + 1], args.slice(at + 2)));
    if (text.startsWith('--config-env')) scripts.push(undefined);
    at += text === '-c' || text === '--config-env' || VALUED.test(text) ? 2 : 1;
  }
  return [...scripts, ...ofCommand(textAt(args, at), args.slice(at + 1))];
}

/** What variables before a command name for it to run. */
export function scriptsOfVariables(assignments: readonly ShellAssignment[]): readonly Script[] {
  return assignments.filter(({ name }) => PROGRAM_VARIABLE.test(name)).map(({ value }) => value);
}

function ofCommand(command: string, rest: readonly ShellWord[]): readonly Script[] {
  const first = textAt(rest, 0);
  if (command === 'bisect' && first === 'run') return [joined(rest.slice(1))];
  if (command === 'submodule' && rest.some((word) => literal(word) === 'foreach')) {
    const inner = rest.slice(rest.findIndex((word) => literal(word) === 'foreach') + 1);
    return [joined(inner.filter((word) => !/^--(?:recursive|quiet)$|^-q$/.test(word.text)))];
  }
  if (command === 'config') return ofSettingWords(rest);
  const remote = rest
    .map((word) => literal(word)?.replace(/^ext::/, '!'))
    .filter((text) => text?.startsWith('!'));
  const [letter, ...long] = (Object.hasOwn(OPTIONS, command) && OPTIONS[command]) || [''];
  const settings = command === 'clone' ? valuesOf(rest, 'c', ['config']) : [];
  return [
    ...remote.map((text) => text?.slice(1)),
    ...valuesOf(rest, letter, long).map((word) => literal(word)),
    ...settings.flatMap((word) => ofSetting(word, [])),
  ];
}

/** `git config [set] [options] key value`, as `key=value`. */
function ofSettingWords(rest: readonly ShellWord[]): readonly Script[] {
  const [key, value] = rest.filter((word) => !/^-|^set$/.test(word.text));
  if (!key || !value) return [];
  const [name, text] = [literal(key), literal(value)];
  const values =
    name === undefined || text === undefined
      ? undefined
      : [{ text: `${name}=${text}`, glob: false }];
  return ofSetting({ ...key, values, text: `${key.text}=${value.text}` }, []);
}

/** @param rest what an alias is called with, when the setting stands before it. */
function ofSetting(word: ShellWord | undefined, rest: readonly ShellWord[]): readonly Script[] {
  const [, key = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(word?.text ?? '') ?? [];
  if (!mayNameProgram(key) || /^(?:|true|false|yes|no|on|off|\d+)$/.test(value)) return [];
  if (literal(word) === undefined) return [undefined];
  if (!/^alias\./i.test(key)) return [value];
  const called = joined(rest.slice(1)) ?? '';
  return [value.startsWith('!') ? `${value.slice(1)} ${called}` : `git ${value} ${called}`];
}

/** Values of an option, glued or as the next word; long names may be cut short. */
function valuesOf(
  args: readonly ShellWord[],
  letter: string,
  long: readonly string[],
): readonly ShellWord[] {
  return args.flatMap((word, index) => {
    const text = gluedTo(word.text, letter, long);
    if (text === '') return args.slice(index + 1, index + 2);
    const values = literal(word) === undefined ? undefined : [{ text: text ?? '', glob: false }];
    return text === undefined ? [] : [{ ...word, text, values }];
  });
}

/** Empty: the next word. `undefined`: another option. */
function gluedTo(text: string, letter: string, long: readonly string[]): string | undefined {
  if (letter !== '' && text.startsWith(`-${letter}`)) return text.slice(2);
  const [, name = '', value = ''] = /^--([\w-]{2,})=?(.*)$/s.exec(text) ?? [];
  return name !== '' && long.some((one) => one.startsWith(name)) ? value : undefined;
}

function textAt(words: readonly ShellWord[], at: number): string {
  return words[at]?.text ?? '';
}

function joined(words: readonly ShellWord[]): Script {
  const texts = words.map((word) => literal(word));
  return texts.includes(undefined) ? undefined : texts.join(' ');
}
