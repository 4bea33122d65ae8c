import { hasSubscript } from './hidden-code.ts';

/**
 * Names that a line reckons with, and loops that set them to what isn't known beforehand: bash evaluates
 * such a value again, and `a[$(command)]` in it runs the command.
 */
export class Evaluated {
  readonly #names = new Set<string>();
  #reckons = false;
  readonly #unknown = new Set<string>();

  /** `text`: the source of a sum, or of a comparison of numbers. */
  reckons(text: string): void {
    this.#reckons ||= /[A-Za-z_$]/.test(text);
    for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) this.#names.add(name);
  }

  /** A loop goes through words that files or other commands decide on. */
  loops(name: string): void {
    this.#unknown.add(name);
  }

  /** @param line all of the text: what is evaluated may stand in it as the word of another command. */
  problem(line: string): string | undefined {
    if (this.#reckons && hasSubscript(line))
      return 'It reckons, and has a subscript that runs a command.';
    const name = [...this.#unknown].find((one) => this.#names.has(one));
    if (name === undefined) return undefined;
    return `It reckons with ${name}, whose values are not known beforehand and may run a command.`;
  }
}
