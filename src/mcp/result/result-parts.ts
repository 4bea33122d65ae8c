import type { ImageBlockParam } from '@anthropic-ai/sdk/resources/messages';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import { withoutFrames } from '../../base/inbound/envelope.ts';
import { showUnseen } from '../../base/inbound/unseen.ts';
import { cutText, oneLine } from '../../base/text.ts';
import { imagePart } from './image-part.ts';

export type ResultPart = { readonly type: 'text'; readonly text: string } | ImageBlockParam;

/** More than this of a text is not even kept, characters: a result may have 50 MB. */
const MAX_TEXT = 1_000_000;
const MAX_PARTS = 200;
const MAX_IMAGES = 10;

/** What a call gave, as the model may read it: a server's words are data by strangers. */
export function resultParts(result: CallToolResult): readonly ResultPart[] {
  const content = result.content.slice(0, MAX_PARTS);
  const parts = content.map((block) => partOf(block, result.isError === true));
  if (result.content.length > content.length) {
    parts.push(text(`[${result.content.length - content.length} more parts are left out.]`));
  }
  const structured = structuredPart(result);
  return bounded(structured === undefined ? parts : [...parts, structured]);
}

/** Text without what nobody sees and what could be taken for a frame. */
function foreignText(given: string): string {
  const shown = withoutFrames(showUnseen(cutText(given, MAX_TEXT)).text);
  if (given.length <= MAX_TEXT) return shown;
  return `${shown}\n[… the first ${MAX_TEXT} of ${given.length} characters; the rest was not kept …]`;
}

function partOf(block: ContentBlock, isError: boolean): ResultPart {
  switch (block.type) {
    case 'text':
      return text(foreignText(block.text));
    case 'image': {
      // Beside an error the API takes words alone.
      if (isError) return text('[A picture beside the error is left out.]');
      const part = imagePart(block.data);
      return typeof part === 'string' ? text(part) : part;
    }
    case 'audio':
      return text(
        `[A sound (${oneLine(block.mimeType, 60)}) is left out: it can’t be listened to here.]`,
      );
    case 'resource_link':
      return text(foreignText(linkText(block)));
    case 'resource':
      return resourcePart(block.resource, isError);
    default:
      return text('[A part of a kind that is not known here is left out.]');
  }
}

function linkText({
  uri,
  name,
  description,
}: Extract<ContentBlock, { type: 'resource_link' }>): string {
  const about = description === undefined ? '' : `: ${oneLine(description, 300)}`;
  return `[Resource ${oneLine(name, 120)} at ${oneLine(uri, 500)}${about}]`;
}

/** A resource that stands in the result, or that was read. */
export function resourcePart(
  resource: Readonly<{ uri: string; mimeType?: string | undefined; text?: string; blob?: string }>,
  isError = false,
): ResultPart {
  const head = `[Resource ${oneLine(resource.uri, 500)}]`;
  if (resource.text !== undefined) return text(foreignText(`${head}\n${resource.text}`));
  const { blob = '' } = resource;
  const image = !isError && resource.mimeType?.startsWith('image/') ? imagePart(blob) : undefined;
  if (typeof image === 'object') return image;
  const bytes = Math.floor((blob.length * 3) / 4);
  return text(
    foreignText(
      `${head} (${oneLine(resource.mimeType ?? 'binary', 60)}, about ${bytes} bytes, not shown)`,
    ),
  );
}

/** Servers give structured content as text too; it is shown where they don't. */
function structuredPart({ structuredContent, content }: CallToolResult): ResultPart | undefined {
  if (structuredContent === undefined) return undefined;
  const json = jsonOf(structuredContent);
  const isTold = content.some((block) => block.type === 'text' && isSame(block.text, json));
  return isTold ? undefined : text(foreignText(json));
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '[Structured content is left out: it is nested too deep.]';
  }
}

function isSame(given: string, json: string): boolean {
  if (given.length > json.length * 4 + 100) return false;
  try {
    return JSON.stringify(JSON.parse(given)) === json;
  } catch {
    return false;
  }
}

/** No more text in all than one may have, and no more pictures than are taken. */
function bounded(parts: readonly ResultPart[]): readonly ResultPart[] {
  let room = MAX_TEXT * 2;
  let images = 0;
  return parts.flatMap((part): ResultPart[] => {
    if (part.type === 'image') {
      images += 1;
      return images > MAX_IMAGES ? [] : [part];
    }
    const kept = cutText(part.text, Math.max(0, room));
    room -= part.text.length;
    return kept === '' ? [] : [text(kept)];
  });
}

function text(words: string): ResultPart {
  return { type: 'text', text: words };
}
