/** Reads one input's text. Throws an `InputError` that says what would do. */
export type Parser<Value> = (text: string) => Value;

/** What would do instead, as the end of a sentence: “it takes …”. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

export const text: Parser<string> = (given) => given.trim();

export const lines: Parser<readonly string[]> = (given) =>
  given
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** YAML 1.2 core booleans, as GitHub's own toolkit reads them. */
export const boolean: Parser<boolean> = (given) => {
  const word = given.trim();
  if (/^(true|True|TRUE)$/.test(word)) return true;
  if (/^(false|False|FALSE)$/.test(word)) return false;
  throw new InputError('true or false');
};

export const wholeNumber: Parser<number> = (given) => {
  const value = Number(given);
  if (/^\d+$/.test(given.trim()) && value >= 1 && Number.isSafeInteger(value)) return value;
  throw new InputError('a whole number of 1 or more');
};

export const positiveNumber: Parser<number> = (given) => {
  const value = Number(given);
  if (/^\d+(\.\d+)?$/.test(given.trim()) && value > 0 && Number.isFinite(value)) return value;
  throw new InputError('a number above 0');
};

export const url: Parser<string> = (given) => {
  const valid = safeUrl(given.trim());
  if (valid && /^https?:$/.test(valid.protocol)) return given.trim().replace(/\/+$/, '');
  throw new InputError('an http or https address');
};

export const oneOf =
  <const Word extends string>(...words: readonly Word[]): Parser<Word> =>
  (given) => {
    const word = words.find((candidate) => candidate === given.trim());
    if (word !== undefined) return word;
    throw new InputError(`${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
  };

/** Words of a list, one a line or separated by commas. */
export const listOf =
  <const Word extends string>(...words: readonly Word[]): Parser<readonly Word[]> =>
  (given) =>
    given
      .split(/[\n,]/)
      .map((word) => word.trim())
      .filter((word) => word !== '')
      .map((word) => {
        const known = words.find((candidate) => candidate === word);
        if (known !== undefined) return known;
        throw new InputError(`any of ${words.join(', ')}, one a line`);
      });

/** Names, one a line or separated by commas or blanks; `valid` is what each has to be, `what` says it. */
export const namesOf =
  (valid: RegExp, what: string): Parser<readonly string[]> =>
  (given) => {
    const names = given.split(/[\s,]+/).filter((name) => name !== '');
    if (names.every((name) => valid.test(name))) return names;
    throw new InputError(what);
  };

/** What a comment has to hold to start a run. */
export const phrase: Parser<string> = (given) => {
  const text = given.trim();
  if (/^\S(?:[^\r\n]{0,98}\S)$/.test(text)) return text;
  throw new InputError('2 to 100 characters in one line, such as @unattended');
};

function safeUrl(given: string): URL | undefined {
  try {
    return new URL(given);
  } catch {
    return undefined;
  }
}
