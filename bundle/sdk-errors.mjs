/**
 * Takes from the Anthropic SDK its table of a class for each error code: it brings the modules of every
 * resource of the API along (90 KB before the first request). Errors come as those of their status then,
 * with the same message; nobody here asks for a class of a code.
 */
export function sdkErrors() {
  return {
    name: 'sdk-errors',
    transform: {
      filter: { id: /@anthropic-ai[\\/]sdk[\\/]core[\\/]error-classes\.mjs$/u },
      handler(code) {
        if (!code.includes('export const ERROR_CODE_CLASSES =')) {
          throw new Error('The SDK has its table of error classes elsewhere.');
        }
        return { code: 'export const ERROR_CODE_CLASSES = new Map();', map: null };
      },
    },
  };
}
