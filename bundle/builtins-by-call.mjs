import { isBuiltin } from 'node:module';

const IMPORT =
  /import\s*(?:(\w[\w$]*)|\*\s*as\s+(\w[\w$]*)|\{([^}]*)\})\s*from\s*["']([^"'.][^"']*)["'];?/gu;

/**
 * Takes Node's own modules by `process.getBuiltinModule` instead of an import. An import reads every
 * export of the module, and some of those (`fs.ReadStream`, `util.TextDecoder`, `http.WebSocket`) load
 * large parts of Node when they are read: 10 ms in each of the two processes of a run. In Node since
 * 20.16 and 22.3.
 */
export function builtinsByCall() {
  return {
    name: 'builtins-by-call',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.code = rewritten(chunk.code);
      }
    },
  };
}

function rewritten(code) {
  return code.replace(IMPORT, (whole, standard, namespace, names, module) => {
    if (!isBuiltin(module)) return whole;
    const taken = standard ?? namespace ?? `{${names.replace(/\s+as\s+/gu, ':')}}`;
    return `const ${taken}=process.getBuiltinModule(${JSON.stringify(module)});`;
  });
}
