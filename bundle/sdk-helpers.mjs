/**
 * Before every request the SDK looks through the whole conversation for objects that its own helpers made,
 * to name them in a header. None of them is used here, and in a long run that is a millisecond for each
 * request.
 */
export function sdkHelpers() {
  return {
    name: 'sdk-helpers',
    transform: {
      filter: { id: /@anthropic-ai[\\/]sdk[\\/]internal[\\/]stainless-helper-header\.mjs$/u },
      handler(code) {
        const search = 'const helpers = collectStainlessHelpers(tools, messages);';
        if (!code.includes(search)) throw new Error(`The SDK changed: it has no “${search}”.`);
        return { code: code.replace(search, 'const helpers = [];'), map: null };
      },
    },
  };
}
