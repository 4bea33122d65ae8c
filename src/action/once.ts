/** Does a thing when it is first asked for, and once; what it gave (or threw, for a promise) stays. */
export function once<T>(work: () => T): (() => T) & { readonly begun: boolean } {
  let done: { readonly result: T } | undefined;
  const get = () => {
    done ??= { result: work() };
    return done.result;
  };
  return Object.defineProperty(get, 'begun', { get: () => done !== undefined }) as typeof get & {
    readonly begun: boolean;
  };
}
