import { listOf } from '../../base/text.ts';
import type { ServerConfig } from '../config/server-config.ts';
import { foreignWords } from './server-words.ts';
import { type Listed, pinOf, type ToolListing } from './tool-listing.ts';

/** So often in a row, and in a run, a server may say that its tools have changed; then nobody believes it any more. */
const MAX_IN_A_ROW = 20;
const MAX_CHECKS = 500;
const MAX_NAMED = 5;

/**
 * Holds a server's tools against those that the model was shown. Which differ stays so for the run: one that changes
 * a definition and changes it back is no better.
 */
export class ToolPins {
  readonly #config: ServerConfig;
  readonly #warn: (text: string) => void;
  readonly #changed = new Set<string>();
  #pins: ReadonlyMap<string, string> | undefined;
  #checking: Promise<void> | undefined;
  #isDue = false;
  #checks = 0;

  /** @param warn tells whoever reads the run; must not throw. */
  constructor(config: ServerConfig, warn: (text: string) => void) {
    this.#config = config;
    this.#warn = warn;
  }

  /** Takes the tools for what the server has to keep to. */
  pin({ tools }: Listed): void {
    this.#pins = pinsOf(tools);
  }

  /** Whether a tool is another than it was, or nobody can tell any more, and may not be. What is being asked is waited for. */
  async hasChanged(tool: string): Promise<boolean> {
    await this.#checking;
    return this.#changed.has(tool);
  }

  /**
   * The server says that its tools have changed. However often it does so, they are asked for one after the other.
   * @param isOver whether this connection has ended: the next one is compared anyway
   */
  async recheck(list: () => Promise<Listed>, isOver: () => boolean): Promise<void> {
    if (this.#config.allowChanges || this.#pins === undefined) return;
    this.#isDue = true;
    this.#checking ??= this.#checkWhileDue(list, isOver).finally(() => {
      this.#checking = undefined;
    });
    await this.#checking;
  }

  /** Holds tools that were just asked for against the pinned ones. */
  compare({ tools, isCut }: Listed): void {
    if (this.#config.allowChanges || this.#pins === undefined) return;
    const now = pinsOf(tools);
    const other = [...this.#pins].filter(([name, pin]) => {
      const found = now.get(name);
      // What lies behind the most that is read may be anything.
      return found === undefined ? isCut : found !== pin;
    });
    this.#refuse(
      other.map(([name]) => name),
      (names) => `changed the definition of ${names} during the run`,
    );
  }

  async #checkWhileDue(list: () => Promise<Listed>, isOver: () => boolean): Promise<void> {
    for (let inARow = 1; this.#isDue && !isOver(); inARow += 1) {
      this.#isDue = false;
      this.#checks += 1;
      if (inARow > MAX_IN_A_ROW || this.#checks > MAX_CHECKS) {
        this.#refuseAll('says again and again that its tools changed');
        return;
      }
      try {
        this.compare(await list());
      } catch {
        if (isOver()) return;
        this.#refuseAll('said that its tools changed, and not to what');
      }
    }
  }

  #refuseAll(why: string): void {
    this.#refuse([...(this.#pins?.keys() ?? [])], () => why);
  }

  #refuse(names: readonly string[], why: (names: string) => string): void {
    const news = names.filter((name) => !this.#changed.has(name));
    for (const name of news) this.#changed.add(name);
    if (news.length === 0) return;
    const shown = foreignWords(listOf(news.slice(0, MAX_NAMED)), 300);
    this.#warn(
      `The MCP server ${this.#config.name} ${why(shown)}: calls to it are refused from now on. If that is meant, set \`allow_changes: true\` for it in the policy.`,
    );
  }
}

/** A pin a name: of all that stands under it. */
function pinsOf(tools: readonly ToolListing[]): ReadonlyMap<string, string> {
  const pins = new Map<string, string>();
  for (const tool of tools) {
    pins.set(tool.name, [pins.get(tool.name) ?? [], pinOf(tool)].flat().join(' '));
  }
  return pins;
}
