import { Fences } from '../markdown/fences.ts';

/** A piece of a skill's body: text, or a command whose output stands in its place. */
export type BodyPart =
  | { readonly text: string }
  | { readonly command: string; readonly block: boolean };

/**
 * Splits a body at its commands: `` !`cmd` `` at the start of a line or behind a blank, and fences that
 * begin with ```` ```! ```` (contracts 5.2). Other fences are text. Done before anything is filled in, so
 * that no argument can bring a command.
 */
export function bodyParts(body: string): BodyPart[] {
  const reader = new BodyReader();
  for (const line of body.split(/(?<=\n)/u)) reader.takes(line);
  return reader.end();
}

interface CommandFence {
  readonly opening: string;
  readonly end: RegExp;
  readonly lines: string[];
}

class BodyReader {
  readonly #parts: BodyPart[] = [];
  readonly #fences = new Fences();
  #text = '';
  /** A fence of commands that is open. */
  #fence: CommandFence | undefined;

  takes(line: string): void {
    if (this.#fence) this.#inFence(line, this.#fence);
    else if (!this.#opensFence(line)) {
      if (this.#fences.takes(line.replace(/\n$/u, ''))) this.#text += line;
      else this.#plain(line);
    }
  }

  end(): BodyPart[] {
    // One that is never closed is no command.
    if (this.#fence) this.#text += this.#fence.opening + this.#fence.lines.join('');
    this.#give();
    return this.#parts;
  }

  #opensFence(line: string): boolean {
    const ticks = this.#fences.isOpen
      ? undefined
      : /^ {0,3}(`{3,})![ \t]*$/u.exec(line.trimEnd())?.[1];
    if (ticks === undefined) return false;
    const end = new RegExp(`^ {0,3}\`{${ticks.length},}\\s*$`, 'u');
    this.#fence = { opening: line, end, lines: [] };
    return true;
  }

  #inFence(line: string, { end, lines }: CommandFence): void {
    if (!end.test(line)) {
      lines.push(line);
      return;
    }
    this.#command(lines.join('').trim(), true);
    this.#text = line.endsWith('\n') ? '\n' : '';
    this.#fence = undefined;
  }

  #plain(line: string): void {
    let at = 0;
    for (const found of line.matchAll(/(^|[ \t])!`([^`\n]+)`/gu)) {
      this.#text += line.slice(at, found.index) + (found[1] ?? '');
      this.#command((found[2] ?? '').trim(), false);
      at = found.index + found[0].length;
    }
    this.#text += line.slice(at);
  }

  #command(command: string, block: boolean): void {
    this.#give();
    if (command !== '') this.#parts.push({ command, block });
  }

  #give(): void {
    if (this.#text !== '') this.#parts.push({ text: this.#text });
    this.#text = '';
  }
}
