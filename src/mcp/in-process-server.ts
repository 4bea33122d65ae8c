import {
  InMemoryTransport,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
} from '@modelcontextprotocol/client';
import { messageOf } from '../base/errors.ts';
import type { InProcessEndpoint } from './config/server-config.ts';

/** A tool in this process. */
export interface InProcessTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<{ readOnlyHint?: boolean; destructiveHint?: boolean }>;
  /** Gives the text of its result; what it throws is the failure that the model is told. */
  readonly run: (input: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<string>;
}

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
    void answer(message, tools, abort.signal)
      .then((result) => ({ result }))
      .catch((error: unknown) => ({ error: { code: -32_601, message: messageOf(error) } }))
      .then((body) => transport.send({ jsonrpc: '2.0', id: message.id, ...body } as JSONRPCMessage))
      .catch(() => {})
      .finally(() => running.delete(message.id));
  };
}

async function answer(
  { method, params }: JSONRPCRequest,
  tools: readonly InProcessTool[],
  signal: AbortSignal,
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
      return { tools: tools.map(({ run: _run, ...listing }) => listing) };
    case 'tools/call':
      return called(params, tools, signal);
    default:
      throw new Error(`There is no method ${method}.`);
  }
}

async function called(
  params: JSONRPCRequest['params'],
  tools: readonly InProcessTool[],
  signal: AbortSignal,
): Promise<unknown> {
  const tool = tools.find(({ name }) => name === params?.['name']);
  if (!tool) throw new Error('There is no such tool.');
  try {
    const text = await tool.run({ ...Object(params?.['arguments']) }, signal);
    return { content: [{ type: 'text', text }] };
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: messageOf(error) }] };
  }
}
