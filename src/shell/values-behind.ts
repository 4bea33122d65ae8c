/** The values of an option: glued to it, in one of its groups, or else the next word. */
export function valuesBehind(words: readonly string[], option: RegExp): readonly string[] {
  return words.flatMap((text, at) => {
    const found = option.exec(text);
    return found ? (found.slice(1).find(Boolean) ?? words.slice(at + 1, at + 2)) : [];
  });
}
