/** A module that is not needed before the first request, for functions that can't wait for one. */
export interface LoadedLater<Module> {
  readonly load: () => Promise<void>;
  /** @throws Error before `load` has resolved. */
  readonly get: () => Module;
}

/** Loads a module once, when asked to. */
export function loadedLater<Module>(load: () => Promise<Module>): LoadedLater<Module> {
  let module: Module | undefined;
  return {
    load: async () => {
      module ??= await load();
    },
    get: () => {
      if (module === undefined) throw new Error('Tool.prepare() was not called.');
      return module;
    },
  };
}
