/** The thread that the wasm build of ripgrep runs on: an entry of its own in the bundle. */
import { parentPort } from 'node:worker_threads';
import { ripgrep } from 'ripgrep';
import type { WorkerMessage, WorkerTask } from './rg-wasm.ts';

const send = (message: WorkerMessage) => parentPort?.postMessage(message);

parentPort?.on('message', async ({ args, cwd }: WorkerTask) => {
  const { code } = await ripgrep(args, {
    // Copies: the pieces lie in memory that ripgrep uses again.
    stdout: { write: (chunk) => send({ stdout: Uint8Array.from(chunk) }) },
    stderr: { write: (chunk) => send({ stderr: Uint8Array.from(chunk) }) },
    env: {},
    preopens: { '.': cwd },
  });
  send({ code });
});
