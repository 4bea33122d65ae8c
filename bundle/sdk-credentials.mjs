const CHAIN =
  /import \{ defaultCredentials, resolveCredentialsFromConfig \} from "[./a-z]+\/credential-chain\.mjs";/u;

/** Every client here is given its credential; to look for one would be a mistake. */
const NONE = `const defaultCredentials = () => { throw new Error('No credential was given.'); };
const resolveCredentialsFromConfig = defaultCredentials;`;

/**
 * Takes from the SDK's client the code that looks for credentials by itself, in variables and in profile
 * files that other steps of a job could have written: no run reads one, and none with a key has to load it.
 */
export function sdkCredentials() {
  return {
    name: 'sdk-credentials',
    transform: {
      filter: { id: /@anthropic-ai[\\/]sdk[\\/]client\.mjs$/u },
      handler(code) {
        if (!CHAIN.test(code))
          throw new Error("The SDK's client imports its credentials otherwise.");
        return { code: code.replace(CHAIN, NONE), map: null };
      },
    },
  };
}
