const WHOLE = /import \{ Anthropic \} from '@anthropic-ai\/sdk\/client';/u;
const RESOURCES = /import \* as Resources from '@anthropic-ai\/sdk\/resources\/index';/u;

/** `Messages` is all that is asked of a cloud; the beta resources are only taken apart. */
const ONLY_MESSAGES = `import { Messages } from '@anthropic-ai/sdk/resources/messages';
const Resources = { Messages, Beta: class { messages = {} } };`;

/**
 * Takes from the clients for clouds what nobody here uses: every other resource of the API, and the
 * whole client that Foundry's stands on though it replaces what that adds. As a bundle has each module
 * once, they would otherwise come along (220 KB) with the first request of those who use no cloud.
 */
export function cloudClients() {
  return {
    name: 'cloud-clients',
    transform: {
      filter: { id: /@anthropic-ai[\\/](?:bedrock|vertex|foundry)-sdk[\\/]client\.mjs$/u },
      handler(code) {
        if (!RESOURCES.test(code)) throw new Error('A client for a cloud imports other resources.');
        const base = "import { BaseAnthropic as Anthropic } from '@anthropic-ai/sdk/client';";
        return { code: code.replace(WHOLE, base).replace(RESOURCES, ONLY_MESSAGES), map: null };
      },
    },
  };
}
