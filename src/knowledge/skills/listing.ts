import { cutText, oneLine } from '../../base/text.ts';
import type { Skill } from './skill.ts';

/** Part of the model's window that the list may take, and characters of a token. */
const SHARE = 0.01;
const CHARS_PER_TOKEN = 4;
/** A description shorter than this says nothing. */
const LEAST = 30;

/**
 * The skills that the model may call, a line each, by name: the same bytes whatever order they were
 * found in. Where there are many, descriptions get shorter, then fall away; names stay.
 * @param window tokens.
 */
export function listSkills(skills: Iterable<Skill>, window: number): string {
  const listed = [...skills].filter(
    ({ modelMayCall, refusal, waitsFor }) => modelMayCall && !refusal && !waitsFor,
  );
  const sorted = listed.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  if (sorted.length === 0) return '';
  const budget = Math.floor(window * SHARE * CHARS_PER_TOKEN);
  const heads = sorted.map(({ name, argumentHint }) =>
    argumentHint === undefined ? `- ${name}` : `- ${name} ${oneLine(argumentHint, 100)}`,
  );
  const left = budget - heads.join('\n').length - 2 * sorted.length;
  const each = shareOf(
    left,
    sorted.map(({ description }) => description.length),
  );
  const lines = heads.map((head, index) => {
    const about = sorted[index]?.description ?? '';
    if (each < LEAST || about === '') return head;
    return `${head}: ${about.length <= each ? about : `${cutText(about, each - 1)}…`}`;
  });
  return withinBudget(lines, budget);
}

/** The length at which all descriptions together fit: short ones leave their rest to long ones. */
function shareOf(total: number, lengths: readonly number[]): number {
  let left = total;
  let count = lengths.length;
  for (const length of lengths.toSorted((one, other) => one - other)) {
    if (length * count > left) return Math.floor(left / count);
    left -= length;
    count -= 1;
  }
  return Number.POSITIVE_INFINITY;
}

/** Even names alone can be too many. */
function withinBudget(lines: readonly string[], budget: number): string {
  const shown: string[] = [];
  let size = 0;
  for (const line of lines) {
    size += line.length + 1;
    if (size > budget) return [...shown, `- … and ${lines.length - shown.length} more`].join('\n');
    shown.push(line);
  }
  return shown.join('\n');
}
