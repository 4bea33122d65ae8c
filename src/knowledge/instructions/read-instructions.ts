import { cutText } from '../../base/text.ts';
import { seenText } from '../markdown/seen-text.ts';
import { stripComments } from '../markdown/strip-comments.ts';
import { absoluteOf, type KnowledgeSource, Unreadable } from '../source.ts';
import { findImports, looksLikeFile } from './find-imports.ts';
import { importPaths } from './import-path.ts';
import { type InstructionFile, shownPath } from './instruction-file.ts';

/** Longest text of one file, characters: what is beyond can be read when it is needed. */
const MAX_FILE = 100_000;
/** Hops from a file that is read by itself (contracts 5.1). */
const MAX_HOPS = 4;
/** Files that imports may bring. */
const MAX_IMPORTS = 200;

export interface ReadOptions {
  /** Whether a rule forbids to read the file, by absolute path: no import shows what Read would refuse. */
  readonly hides: (path: string) => boolean;
  /** Paths, as people know them, that stand in the conversation already. Added to. */
  readonly known: Set<string>;
  /** Sentences for the maintainers. Added to. */
  readonly notices: string[];
}

interface Wanted {
  readonly importer: InstructionFile;
  readonly given: string;
  readonly paths: readonly string[];
}

/** Makes a text ready to be shown: only what people see of it, no notes between maintainers, not too long. */
export function instructionText(given: string, name: string, notices: string[]): string {
  const text = stripComments(seenText(given, name, notices)).trim();
  if (text.length <= MAX_FILE) return text;
  const cut = cutText(text, MAX_FILE);
  notices.push(`${name} has ${text.length} characters: only the first ${cut.length} are given.`);
  return `${cut}\n(cut here: the file has ${text.length} characters)`;
}

/** The files with all that they import, each behind the one that names it; a file stands once. */
export async function withImports(
  files: readonly InstructionFile[],
  options: ReadOptions,
): Promise<InstructionFile[]> {
  const children = new Map<InstructionFile, InstructionFile[]>();
  let level = [...files];
  let count = 0;
  for (const file of level) options.known.add(shownPath(file));
  for (let hops = 0; level.length > 0 && count < MAX_IMPORTS; hops += 1) {
    const wanted = level.flatMap((file) => importsOf(file, hops, options));
    const next: InstructionFile[] = [];
    for (const one of await read(wanted, options)) {
      const { parent } = one;
      if (parent === undefined || count >= MAX_IMPORTS) continue;
      children.set(parent, [...(children.get(parent) ?? []), one]);
      next.push(one);
      count += 1;
    }
    level = next;
  }
  if (count >= MAX_IMPORTS) {
    options.notices.push(
      `Instructions import more than ${MAX_IMPORTS} files; the rest is not read.`,
    );
  }
  const inOrder = (file: InstructionFile): InstructionFile[] => [
    file,
    ...(children.get(file) ?? []).flatMap(inOrder),
  ];
  return files.flatMap(inOrder);
}

function importsOf(file: InstructionFile, hops: number, options: ReadOptions): Wanted[] {
  const marks = findImports(file.text);
  return marks.flatMap((given) => {
    const told = (why: string) => {
      if (looksLikeFile(given)) options.notices.push(notRead(file, given, why));
      return [];
    };
    const found = importPaths(given, file.path, file.source);
    if ('problem' in found) return told(found.problem);
    if (found.paths.length === 0) return [];
    if (hops >= MAX_HOPS) return told(`imports go no deeper than ${MAX_HOPS} files`);
    if (found.paths.some((path) => isAbove(path, file))) return told('it imports this file itself');
    return [{ importer: file, given, paths: found.paths }];
  });
}

/** A file of each that is there and not known yet. */
async function read(wanted: readonly Wanted[], options: ReadOptions): Promise<InstructionFile[]> {
  const bySource = new Map<KnowledgeSource, string[]>();
  for (const { importer, paths } of wanted) {
    const { source } = importer;
    bySource.set(source, [...(bySource.get(source) ?? []), ...paths]);
  }
  const texts = new Map<KnowledgeSource, ReadonlyMap<string, string | Unreadable>>();
  for (const [source, paths] of bySource) texts.set(source, await source.read([...new Set(paths)]));
  return wanted.flatMap((one) => fileOf(one, texts.get(one.importer.source) ?? new Map(), options));
}

function fileOf(
  { importer, given, paths }: Wanted,
  texts: ReadonlyMap<string, string | Unreadable>,
  { hides, known, notices }: ReadOptions,
): InstructionFile[] {
  const path = paths.find((one) => texts.has(one));
  const text = path === undefined ? undefined : texts.get(path);
  const no = (why: string) => {
    if (path !== undefined || looksLikeFile(given)) notices.push(notRead(importer, given, why));
    return [];
  };
  if (path === undefined || text === undefined) return no('there is no such file');
  const { source, memoryType } = importer;
  const name = shownPath({ source, path });
  if (known.has(name)) return [];
  if (text instanceof Unreadable) return no(text.message);
  if (hides(absoluteOf(source, path))) return no('a deny rule of the policy forbids to read it');
  if (text.includes('\0')) return no('it is no text');
  known.add(name);
  const shown = instructionText(text, name, notices);
  return [{ source, path, memoryType, reason: 'include', parent: importer, text: shown }];
}

function isAbove(path: string, file: InstructionFile): boolean {
  return path === file.path || (file.parent !== undefined && isAbove(path, file.parent));
}

function notRead(file: InstructionFile, given: string, why: string): string {
  return `${shownPath(file)}: @${given} is not read: ${why}.`;
}
