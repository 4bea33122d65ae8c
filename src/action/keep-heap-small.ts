import { setFlagsFromString } from 'node:v8';

/**
 * Each request of a long run is a text of nearly a megabyte that is garbage a moment later. Left to
 * itself, V8 lets 200 MB of it gather before it looks, beside commands that need the memory more.
 *
 * V8 reads the flag whenever it sets the next limit, so it works in a process that runs. To be called
 * when Node's own modules are loaded: V8 takes none from its code cache from then on.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=100');
}
