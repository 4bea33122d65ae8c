/**
 * Keeps JSON a text that is parsed when it is loaded: as a literal it is source code, which V8 reads
 * several times as slowly (shipped policies and input schemas are 18 KB of it).
 */
export function jsonAsText() {
  return {
    name: 'json-as-text',
    transform: {
      filter: { id: /[\\/]src[\\/].*\.json$/u },
      handler(code) {
        const text = JSON.stringify(JSON.stringify(JSON.parse(code)));
        return { code: `export default JSON.parse(${text});`, moduleType: 'js', map: null };
      },
    },
  };
}
