import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What every labelled case has. `stretch`: the label can be argued about; counted by itself. */
export interface LabelledCase {
  readonly kind: string;
  readonly tier?: 'stretch';
}

/** The cases of `test/labels/<name>.jsonl`, one JSON object a line. */
export function readCases<Case extends LabelledCase>(name: string): readonly Case[] {
  const lines = readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Case);
}

export function isCore({ tier }: LabelledCase): boolean {
  return tier === undefined;
}
