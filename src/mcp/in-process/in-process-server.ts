import {
  InMemoryTransport,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
} from '@modelcontextprotocol/client';
import { messageOf } from '../../base/errors.ts';
import type { InProcessEndpoint } from '../config/server-config.ts';
import { type InProcessCall, type InProcessTool, resultOf } from './in-process-tool.ts';
import { atWork } from './tool-at-work.ts';

/** A server of tools in this process, which is configured and judged as any other. */
export function createInProcessServer(tools: readonly InProcessTool[]): InProcessEndpoint {
  const open = async () => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    serve(ours, tools);
    await ours.start();
    return theirs;
  };
  return { kind: 'in_process', open };
}

type Running = Map<string | number, AbortController>;

function serve(transport: Transport, tools: readonly InProcessTool[]): void {
  const running: Running = new Map();
  const send = (message: object) =>
    transport.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage).catch(() => {});
  transport.onclose = () => {
    for (const abort of running.values()) abort.abort();
  };
  transport.onmessage = (message: JSONRPCMessage) => {
    if (!('method' in message)) return;
    if (!('id' in message)) {
      const id = message.params?.['requestId'];
      if (message.method === 'notifications/cancelled') running.get(id as number)?.abort();
      return;
    }
    const abort = new AbortController();
    running.set(message.id, abort);
    const call = { signal: abort.signal, progress: progressOf(message, send) };
    void answer(message, tools, call)
      .then((result) => ({ result }))
      .catch((error: unknown) => ({ error: { code: -32_601, message: messageOf(error) } }))
      .then((body) => send({ id: message.id, ...body }))
      .finally(() => running.delete(message.id));
  };
}

/** Where the caller wants to hear of it (MCP, “Progress”). */
function progressOf(
  { params }: JSONRPCRequest,
  send: (message: object) => Promise<void>,
): InProcessCall['progress'] {
  const progressToken = params?._meta?.['progressToken'];
  if (progressToken === undefined) return () => {};
  return (progress, total, message) => {
    const told = { progressToken, progress, ...(total !== undefined && { total }) };
    const words = message === undefined ? told : { ...told, message };
    void send({ method: 'notifications/progress', params: words });
  };
}

async function answer(
  { method, params }: JSONRPCRequest,
  tools: readonly InProcessTool[],
  call: InProcessCall,
): Promise<unknown> {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.['protocolVersion'],
        capabilities: { tools: {} },
        serverInfo: { name: 'in-process', version: '1' },
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: tools.map(({ parse: _parse, run: _run, ...listing }) => listing) };
    case 'tools/call':
      return called(params, tools, call);
    default:
      throw new Error(`There is no method ${method}.`);
  }
}

async function called(
  params: JSONRPCRequest['params'],
  tools: readonly InProcessTool[],
  call: InProcessCall,
): Promise<unknown> {
  const tool = tools.find(({ name }) => name === params?.['name']);
  if (!tool) throw new Error('There is no such tool.');
  try {
    return await atWork(tool.name, async () => {
      const input = await tool.parse({ ...Object(params?.['arguments']) });
      return resultOf(await tool.run(input, call));
    });
  } catch (error) {
    const text = wordsOf(error);
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

/** Anything can be thrown, and the model has to be told something. */
function wordsOf(thrown: unknown): string {
  try {
    return messageOf(thrown).trim() || 'The tool failed and does not say why.';
  } catch {
    return 'The tool failed and does not say why.';
  }
}
