// A server of the revision 2026-07-28 alone: no greeting, no session, each request says what it speaks. Over stdio, or
// over HTTP where the first argument is `http` (it prints its address then). Knows no word of the older revisions.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const VERSION = '2026-07-28';
const META = 'io.modelcontextprotocol/';
let asked = 0;

const complete = (result) => ({ resultType: 'complete', ...result });
const text = (words) => complete({ content: [{ type: 'text', text: words }] });
const TOOL = {
  name: 'do',
  description: 'Does it.',
  inputSchema: { type: 'object', properties: { text: { type: 'string', 'x-mcp-header': 'Text' } } },
};

/** @returns an answer, `undefined` for a subscription, which stays open */
function answer({ method, params = {} }) {
  const meta = params._meta ?? {};
  if (meta[`${META}protocolVersion`] !== VERSION) {
    const data = { supported: [VERSION], requested: 'another' };
    return { error: { code: -32_022, message: 'Unsupported protocol version', data } };
  }
  if (method === 'server/discover') {
    const capabilities = { tools: { listChanged: true }, resources: {} };
    const about = { [`${META}serverInfo`]: { name: 'newest', version: '1' } };
    return {
      result: complete({
        supportedVersions: [VERSION],
        capabilities,
        _meta: about,
        ttlMs: 0,
        cacheScope: 'private',
      }),
    };
  }
  if (method === 'tools/list') {
    return { result: complete({ tools: [TOOL], ttlMs: 0, cacheScope: 'private' }) };
  }
  if (method === 'resources/read') {
    const contents = [{ uri: params.uri, text: `read ${params.uri}` }];
    return { result: complete({ contents, ttlMs: 0, cacheScope: 'private' }) };
  }
  if (method === 'tools/call') return { result: called(params) };
  if (method === 'subscriptions/listen') return undefined;
  return { error: { code: -32_601, message: 'Method not found' } };
}

/** Asks the user first where it is told to. */
function called({ arguments: given = {}, inputResponses, requestState }) {
  if (given.text === 'ask' && inputResponses === undefined) {
    asked += 1;
    const params = {
      mode: 'form',
      message: 'Which?',
      requestedSchema: { type: 'object', properties: { p: { type: 'string' } } },
    };
    return {
      resultType: 'input_required',
      inputRequests: { q: { method: 'elicitation/create', params } },
      requestState: `s${asked}`,
    };
  }
  return text(JSON.stringify({ given, inputResponses, requestState }));
}

const acknowledged = (id) => ({
  jsonrpc: '2.0',
  method: 'notifications/subscriptions/acknowledged',
  params: {
    notifications: { toolsListChanged: true },
    _meta: { [`${META}subscriptionId`]: id },
  },
});

if (process.argv[2] === 'http') {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method !== 'POST') return response.writeHead(405).end();
    const message = JSON.parse(Buffer.concat(chunks).toString());
    if (message.id === undefined) return response.writeHead(202).end();
    const body = answer(message);
    if (body === undefined) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.write(`data: ${JSON.stringify(acknowledged(message.id))}\n\n`);
    }
    const header = request.headers['mcp-param-text'];
    if (header !== undefined && body.result)
      body.result.content?.push({ type: 'text', text: `header ${header}` });
    response.writeHead(body.error ? 400 : 200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...body }));
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${server.address().port}/mcp`);
  });
} else {
  const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  const input = createInterface({ input: process.stdin });
  input.on('close', () => process.exit(0));
  input.on('line', (line) => {
    const message = JSON.parse(line);
    if (message.id === undefined) return;
    const body = answer(message);
    if (body === undefined) send(acknowledged(message.id));
    else send({ jsonrpc: '2.0', id: message.id, ...body });
  });
}
