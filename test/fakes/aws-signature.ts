import { createHash, createHmac } from 'node:crypto';
import type { CloudRequest } from './cloud-server.ts';

/**
 * What is wrong with a request's signature (AWS docs: Signature Version 4); `undefined`: nothing. It is
 * reckoned anew from what arrived, so that a header changed on the way shows.
 */
export function signatureProblem(
  request: CloudRequest,
  keys: { readonly id: string; readonly secret: string; readonly region: string },
): string | undefined {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/bedrock\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/u;
  const [, id, day = '', region, names = '', signature] =
    pattern.exec(request.headers['authorization'] ?? '') ?? [];
  if (!signature) return `no signature: ${request.headers['authorization']}`;
  if (id !== keys.id || region !== keys.region) return `signed by ${id} for ${region}`;
  const [path = '', query = ''] = request.path.split('?');
  const canonical = [
    request.method,
    // Every service but S3 encodes the path once more.
    path.split('/').map(encoded).join('/'),
    query,
    ...names.split(';').map((name) => `${name}:${request.headers[name]?.trim()}`),
    '',
    names,
    createHash('sha256').update(request.text).digest('hex'),
  ].join('\n');
  const scope = `${day}/${region}/bedrock/aws4_request`;
  const toSign = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = [day, keys.region, 'bedrock', 'aws4_request'].reduce<Buffer>(
    (before, part) => hmac(before, part),
    Buffer.from(`AWS4${keys.secret}`),
  );
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'the signature is wrong';
}

function encoded(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
