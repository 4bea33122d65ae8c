import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { messageOf } from '../base/errors.ts';
import { cutText } from '../base/text.ts';
import type { OpenCall } from './open-call.ts';
import { mapTexts, textOf } from './text-block.ts';

/** No result is longer than this, whatever its tool says: one alone must not fill a context. */
const MOST_CHARS = 100_000;

export interface Fitted {
  readonly block: ToolResultBlockParam;
  /** Characters of the whole text. */
  readonly sizeChars: number;
  /** Where the whole text lies; `undefined`: it was not cut, or could not be written. */
  readonly persistedPath: string | undefined;
}

/**
 * Brings a result into the form that may enter the conversation: secrets out, first of all, then no
 * longer than the tool's `maxResultSizeChars`, and than any may be. What is cut lies whole in the run directory, where the model can read it.
 */
export async function fitResult(call: OpenCall, block: ToolResultBlockParam): Promise<Fitted> {
  const maxChars = Math.min(MOST_CHARS, call.tool?.maxResultSizeChars ?? 0);
  const clean = mapTexts(block, call.governance.redact);
  const sizeChars = textOf(clean).length;
  if (sizeChars <= maxChars) return { block: clean, sizeChars, persistedPath: undefined };
  const { runDirectory } = call.context.workspace;
  return { ...(await shorten(clean, maxChars, { id: call.toolUse.id, runDirectory })), sizeChars };
}

/** A block with no more text than `maxChars`; the whole text lies in the run directory, and a note says where. */
export async function shorten(
  block: ToolResultBlockParam,
  maxChars: number,
  place: { readonly id: string; readonly runDirectory: string },
): Promise<Pick<Fitted, 'block' | 'persistedPath'>> {
  const text = textOf(block);
  const saved = await persist(text, place);
  const where =
    'path' in saved
      ? `The whole output is in ${saved.path}: read the part you need there.`
      : `The whole output could not be saved (${saved.problem}): call again for less at a time.`;
  return {
    block: { ...withoutText(block), content: cutContent(block, text, maxChars, where) },
    persistedPath: 'path' in saved ? saved.path : undefined,
  };
}

/** Writes a text where the model can read it. The file is named after `id`. */
export async function persist(
  text: string,
  { id, runDirectory }: { readonly id: string; readonly runDirectory: string },
): Promise<{ readonly path: string } | { readonly problem: string }> {
  // The id comes from outside: as a file name it must not lead anywhere.
  const name = `${id.replace(/[^\w-]/g, '_').slice(0, 100) || 'call'}.txt`;
  const folder = join(runDirectory, 'outputs');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, name), text, { mode: 0o600 });
    return { path: join(folder, name) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

/** Beginning and end, for errors stand at the end; parts that aren't text stay behind it. */
function cutContent(
  block: ToolResultBlockParam,
  text: string,
  maxChars: number,
  where: string,
): NonNullable<ToolResultBlockParam['content']> {
  const head = cutText(text, Math.floor(maxChars * 0.8));
  const tail = tailOf(text, Math.floor(maxChars * 0.2));
  const left = text.length - head.length - tail.length;
  const short = `${head}\n\n[… ${left} of ${text.length} characters are left out here. ${where} …]\n\n${tail}`;
  if (block.content === undefined || typeof block.content === 'string') return short;
  const others = block.content.filter((part) => part.type !== 'text');
  return [{ type: 'text', text: short }, ...others];
}

function withoutText(block: ToolResultBlockParam): ToolResultBlockParam {
  const { content: _content, ...rest } = block;
  return rest;
}

function tailOf(text: string, units: number): string {
  const tail = units > 0 ? text.slice(-units) : '';
  const first = tail.charCodeAt(0);
  return first >= 0xdc00 && first <= 0xdfff ? tail.slice(1) : tail;
}
