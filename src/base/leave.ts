import { setTimeout as sleep } from 'node:timers/promises';

/** What is on its way to an end gets so long for it, ms. */
const GRACE_MS = 300;
const LOOK_MS = 10;

/**
 * Work that the system may never be done with, by Node's names for it: files (a pipe that nobody writes
 * to, a file system that doesn't answer) and names that are asked of a server.
 */
const MAY_HANG = /^(FSReq|GetAddrInfo|GetNameInfo)/u;

let leaving = false;

/** Whether it is this module that ends the process, with a code that is meant. */
export function isLeaving(): boolean {
  return leaving;
}

/** Ends the process; what still reads or writes files has a moment to be done with it. */
export async function leave(code: number): Promise<never> {
  const since = performance.now();
  while (hangsOn() && performance.now() - since < GRACE_MS) await sleep(LOOK_MS);
  return leaveNow(code);
}

/**
 * Ends the process at once. `process.exit` waits for every thread that is in a call of the system, so a
 * name server that is silent or a pipe would hold it for seconds or for ever; a process that is replaced
 * has no such threads. Where Node can't do that (before 23.11, Windows) it waits.
 */
export function leaveNow(code: number): never {
  leaving = true;
  if (hangsOn() && typeof process.execve === 'function' && process.platform !== 'win32') {
    // Node would warn that execve is experimental.
    process.emitWarning = () => {};
    process.execve(process.execPath, [process.execPath, '-e', `process.exitCode = ${code}`], {});
  }
  process.exit(code);
}

function hangsOn(): boolean {
  return process.getActiveResourcesInfo().some((name) => MAY_HANG.test(name));
}
