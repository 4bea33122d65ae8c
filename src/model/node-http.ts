/**
 * `node:http`, fetched so that Node 24 doesn't load its fetch implementation along: an `import` of
 * the module reads all its exports, and one of them (`WebSocket`) is a getter that does, 25 ms.
 */
export const nodeHttp = process.getBuiltinModule('node:http');
