import type { ImageBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { imageFacts } from './image-facts.ts';

/** What the API takes: 5 MB of base64, 8,000 pixels a side. */
const MAX_BASE64 = 5_000_000;
const MAX_SIDE = 8_000;

/** A picture as the model gets it, or a note that says why not: a bad one would make the API refuse the whole conversation. */
export function imagePart(data: string): ImageBlockParam | string {
  if (data.length > MAX_BASE64)
    return note(`it has ${data.length} characters of base64, ${MAX_BASE64} are taken`);
  if (!/^[A-Za-z0-9+/]+={0,2}$/u.test(data)) return note('it is no base64');
  const facts = imageFacts(Buffer.from(data, 'base64'));
  if (facts === undefined) return note('it is no PNG, JPEG, GIF or WebP');
  const { mediaType, size } = facts;
  if (size === undefined || size.width < 1 || size.height < 1)
    return note('its size can’t be told');
  if (size.width > MAX_SIDE || size.height > MAX_SIDE) {
    return note(`it is ${size.width} × ${size.height} pixels, ${MAX_SIDE} a side are taken`);
  }
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

function note(why: string): string {
  return `[A picture is left out: ${why}.]`;
}
