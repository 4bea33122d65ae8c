import type { InstructionFile } from './instruction-file.ts';
import { shownPath } from './instruction-file.ts';

/** Longest text of all files at the start, characters: a quarter of what the smallest models take. */
const MAX_ALL = 200_000;

const FRAME = 'repository-instructions';

/**
 * Instructions as the model is given them: in a frame that says whose they are. Nothing in a file can
 * end it. A function of the files: the same bytes in every run.
 * @param intro what this is about, a sentence or two.
 */
export function showInstructions(
  files: readonly InstructionFile[],
  intro: string,
  notices: string[],
): string | undefined {
  if (files.length === 0) return undefined;
  const parts: string[] = [];
  const left: string[] = [];
  let size = 0;
  for (const file of files) {
    if (size + file.text.length > MAX_ALL) left.push(shownPath(file));
    else {
      size += file.text.length;
      parts.push(`# ${headOf(file)}\n\n${unframed(file.text)}`);
    }
  }
  if (left.length > 0) {
    notices.push(
      `Instructions are longer than ${MAX_ALL} characters together; not given to the model: ${left.join(', ')}.`,
    );
    parts.push(`Too long to be shown here: ${left.join(', ')}.`);
  }
  return `<${FRAME}>\n${intro}\n\n${parts.join('\n\n')}\n</${FRAME}>`;
}

function headOf(file: InstructionFile): string {
  const { parent, globs } = file;
  const more =
    (parent && ` (imported by ${shownPath(parent)})`) ?? (globs && ` (for ${globs.join(', ')})`);
  return shownPath(file) + (more ?? '');
}

/** Nothing in a text can end or begin the frame. */
export function unframed(text: string): string {
  return text.replace(/<(?=\s*\/?\s*repository-instructions)/giu, '&lt;');
}
