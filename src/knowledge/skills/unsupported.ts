import type { FrontMatter } from '../markdown/front-matter.ts';
import { flagOf, textOf } from '../markdown/keys.ts';

/** Keys that choose how a skill runs, and what holds here instead. */
const UNHEEDED: Readonly<Record<string, string>> = {
  model: 'the run keeps its model',
  effort: 'the run keeps its effort',
  agent: 'it runs in this conversation, not in an agent of its own',
};

/** What a skill asks for that has no effect here, a sentence each. */
export function unheededOf(front: FrontMatter): string[] {
  const keys = Object.entries(UNHEEDED).flatMap(([key, instead]) =>
    textOf(front, key) === undefined ? [] : [`\`${key}\` has no effect here: ${instead}.`],
  );
  if (textOf(front, 'context') === 'fork') {
    keys.push('`context: fork` has no effect here: it runs in this conversation.');
  }
  if (flagOf(front, 'background') === true) {
    keys.push('`background` has no effect here: it runs in this conversation, at once.');
  }
  return keys;
}

/** Why a skill can't be used here at all: what it asks for may be what guards it. */
export function refusalOf(front: FrontMatter): string | undefined {
  if (front.data['hooks'] !== undefined && front.data['hooks'] !== null) {
    return 'it brings hooks of its own, and those of skills do not run here; put them into the policy or the settings';
  }
  const shell = textOf(front, 'shell');
  if (shell !== undefined && !/^(?:ba)?sh$/iu.test(shell)) {
    return `its commands are for ${shell}, and only bash runs them here`;
  }
  return undefined;
}
