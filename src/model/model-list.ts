import type { ModelCapabilities } from './capabilities.ts';
import { EFFORTS } from './model-id.ts';

/**
 * What a model can do, from the API's model list. It is asked once and beside the run: until it has
 * answered, and where it fails or doesn't know the model, the table stands.
 */
export class ModelList {
  #known: ModelCapabilities;
  #asked = false;
  readonly #ask: () => Promise<unknown>;
  readonly #onLearnt: (capabilities: ModelCapabilities) => void;

  constructor(
    known: ModelCapabilities,
    ask: () => Promise<unknown>,
    onLearnt: (capabilities: ModelCapabilities) => void = () => {},
  ) {
    this.#known = known;
    this.#ask = ask;
    this.#onLearnt = onLearnt;
  }

  get capabilities(): ModelCapabilities {
    return this.#known;
  }

  /** Asks, the first time. Never throws, and nothing has to wait for it. */
  async begin(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      this.#known = fromList(await this.#ask(), this.#known);
    } catch {
      // A gateway without the list, or a key that may not see it: the table is good enough.
      return;
    }
    this.#onLearnt(this.#known);
  }
}

const THINKING = ['adaptive', 'enabled', 'disabled', 'between_tools'] as const;

/** What the list leaves out stays as it was known (contracts: models known to the SDK). */
function fromList(info: unknown, known: ModelCapabilities): ModelCapabilities {
  if (at(info, 'type') !== 'model') throw new TypeError('That is no model.');
  const can = (...path: readonly string[]) => supported(at(info, 'capabilities', ...path));
  const effort = can('effort');
  const types = at(info, 'capabilities', 'thinking', 'types');
  return {
    ...known,
    source: 'api',
    maxInputTokens: tokens(at(info, 'max_input_tokens')) ?? known.maxInputTokens,
    maxOutputTokens: tokens(at(info, 'max_tokens')) ?? known.maxOutputTokens,
    thinkingTypes:
      types === undefined
        ? known.thinkingTypes
        : THINKING.filter((type) => can('thinking', 'types', type)),
    efforts:
      effort === undefined
        ? known.efforts
        : EFFORTS.filter((level) => effort && can('effort', level)),
    contextEditing: can('context_management', 'clear_tool_uses_20250919') ?? known.contextEditing,
  };
}

function supported(value: unknown): boolean | undefined {
  const is = at(value, 'supported');
  return typeof is === 'boolean' ? is : undefined;
}

function tokens(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inside, key) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, key)
        ? (inside as Record<string, unknown>)[key]
        : undefined,
    value,
  );
}
