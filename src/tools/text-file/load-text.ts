import { closeSync, lstatSync, readFileSync, type Stats } from 'node:fs';
import type { ResolvedPath } from '../../base/paths.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import type { ToolUseContext } from '../../tool/tool-use-context.ts';
import { binaryKind } from './binary-kind.ts';
import { type DecodedText, decodeText } from './encoding.ts';
import { type OpenFile, openRegularFile } from './open-file.ts';

/** Files above this are paged from disk by Read and not edited. */
export const MAX_TEXT_BYTES = 10 * 1024 * 1024;

export interface TextFile extends DecodedText {
  readonly stats: Stats;
}

/** Longer originals are left out of outputs: the patch shows what changed. */
const MAX_ORIGINAL_CHARS = 100_000;

/** The text before a change, for the output; `null` for a new file and for a long one. */
export function originalText(file: TextFile | undefined): string | null {
  return file && file.text.length <= MAX_ORIGINAL_CHARS ? file.text : null;
}

/**
 * Reads a whole text file; `undefined` when nothing, not even a link, has this name.
 * @throws ToolRefusal when it is no text, above 10 MB, or can't be read
 */
export function loadTextIfThere(path: ResolvedPath, context: ToolUseContext): TextFile | undefined {
  return isThere(path.real) ? loadText(path, context) : undefined;
}

/** Reads an open file and closes it. @throws ToolRefusal when it is no text. */
export function readOpenText(path: ResolvedPath, open: OpenFile): TextFile {
  let bytes: Buffer;
  try {
    bytes = readFileSync(open.descriptor);
  } finally {
    closeSync(open.descriptor);
  }
  refuseBinary(path, bytes);
  const decoded = decodeText(bytes);
  if (!decoded)
    throw new ToolRefusal(`${path.path} begins as UTF-16 but ends in half a character.`);
  return { ...decoded, stats: open.stats };
}

/** @throws ToolRefusal when these bytes, the first of a file or all, are no text. */
export function refuseBinary(path: ResolvedPath, bytes: Buffer): void {
  const kind = binaryKind(bytes);
  if (kind === undefined) return;
  const later = /image|PDF/.test(kind) ? ' Images and PDF documents are not supported yet.' : '';
  throw new ToolRefusal(`${path.path} is ${kind}, not text.${later}`);
}

function loadText(path: ResolvedPath, context: ToolUseContext): TextFile {
  const open = openRegularFile(path, context);
  if (open.stats.size > MAX_TEXT_BYTES) {
    closeSync(open.descriptor);
    throw new ToolRefusal(
      `${path.path} has ${Math.round(open.stats.size / 1024 / 1024)} MB; files above 10 MB are not edited or overwritten here. Change it with a command or script.`,
    );
  }
  return readOpenText(path, open);
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Forbidden or below a file: opening it tells why.
    return true;
  }
}
