import type { GetPromptResult, Prompt } from '@modelcontextprotocol/client';
import { ToolRefusal } from '../../tool/refusal.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { withServer } from '../resources/named-server.ts';
import { type ResultPart, resultParts } from '../result/result-parts.ts';
import { cleanDescription } from '../tool-description.ts';
import { qualifiedName } from '../tool-name.ts';

/** A prompt of a server as a command, `/mcp__server__prompt`. */
export interface ServerPrompt {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  /** In the order in which a command line gives them. */
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[];
  /**
   * The prompt with its arguments filled in: words of the server, so data.
   * @throws ToolRefusal when one is missing or the server fails
   */
  readonly fill: (given: readonly string[], signal: AbortSignal) => Promise<readonly ResultPart[]>;
}

const MAX_PROMPTS = 200;

/** The prompts of all servers that are up. A server that can't list its own has none. */
export async function serverPrompts(
  servers: readonly ServerConnection[],
  signal: AbortSignal,
): Promise<readonly ServerPrompt[]> {
  const having = servers.filter(({ capabilities }) => capabilities?.prompts !== undefined);
  const lists = await Promise.all(
    having.map((server) => promptsOf(server, signal).catch((): ServerPrompt[] => [])),
  );
  return lists.flat();
}

async function promptsOf(server: ServerConnection, signal: AbortSignal): Promise<ServerPrompt[]> {
  const { prompts } = await withServer(server, signal, (client) =>
    client.request({ method: 'prompts/list' }, { signal, timeout: server.config.startupMs }),
  );
  return prompts.slice(0, MAX_PROMPTS).flatMap((prompt) => {
    const named = qualifiedName(server.config.name, prompt.name);
    return 'problem' in named ? [] : [commandOf(named.name, prompt, server)];
  });
}

function commandOf(name: string, prompt: Prompt, server: ServerConnection): ServerPrompt {
  const wanted = (prompt.arguments ?? []).map((one) => ({
    name: one.name,
    required: one.required === true,
  }));
  return {
    name,
    description: cleanDescription(prompt.description ?? prompt.title ?? '').text,
    arguments: wanted,
    fill: async (given, signal) => {
      const missing = wanted.find(({ required }, index) => required && given[index] === undefined);
      if (missing) throw new ToolRefusal(`it lacks its argument ${missing.name}.`);
      const filled = wanted.flatMap(({ name: argument }, index) => {
        const value = given[index];
        return value === undefined ? [] : [[argument, value] as const];
      });
      const params = { name: prompt.name, arguments: Object.fromEntries(filled) };
      const result = await withServer(server, signal, (client) =>
        client.request(
          { method: 'prompts/get', params },
          { signal, timeout: server.config.startupMs },
        ),
      );
      return partsOf(result);
    },
  };
}

/** Who speaks in it does not matter: none of it is the user's word. */
function partsOf({ messages }: GetPromptResult): readonly ResultPart[] {
  return resultParts({ content: messages.map(({ content }) => content) });
}
