import type { Word } from 'unbash';
import { type Scope, unmoved } from './scope.ts';
import { readWord } from './word.ts';

/** Where the shell is tells nothing that is secret. */
const PLACE = /^"?\$(?:PWD|\{PWD\})"?$/;

/** Whether the branch that a `case` takes tells what a variable holds. */
export function tellsValue(word: Word, scope: Scope): boolean {
  return readWord(word, unmoved(scope)).unknown === 'variable' && !PLACE.test(word.text);
}
