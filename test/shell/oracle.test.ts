import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { traceLines } from './bash-trace.ts';
import { randomLine } from './grammar.ts';
import { look } from './scene.ts';

/** More lines, or others: UNATTENDED_ORACLE_LINES=20000 UNATTENDED_ORACLE_SEED=7. */
const LINES = Number(process.env['UNATTENDED_ORACLE_LINES'] ?? 250);
const SEED = Number(process.env['UNATTENDED_ORACLE_SEED'] ?? 1);

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'oracle-')));
afterAll(() => rmSync(folder, { recursive: true }));

test('every simple command that bash runs is in our list', { timeout: 120_000 }, () => {
  const lines = Array.from({ length: LINES }, (_, index) => randomLine(SEED * 1_000_003 + index));
  const ran = traceLines(
    lines.map(({ text }) => text),
    folder,
  );
  const work = join(folder, 'work');
  const counts = { lines: 0, commands: 0, missing: [] as string[] };
  lines.forEach(({ text, plain }, index) => {
    const { unclear, commands } = look(text, { cwd: work, root: work, home: work });
    if (unclear !== undefined) return;
    counts.lines += 1;
    const listed = commands.flatMap(({ text, denyForms }) => [text, ...denyForms]);
    for (const command of ran[index] ?? []) {
      // Heads of loops and cases and the like have no mark: they are no simple commands.
      const marked = /(?:^| )(\S+ k\d+)(?= |$)/.exec(command)?.[1];
      if (marked === undefined) continue;
      counts.commands += 1;
      const isListed = plain.has(command)
        ? listed.includes(command)
        : listed.some((form) => ` ${form} `.includes(` ${marked} `));
      if (!isListed) counts.missing.push(`${command}  <=  ${text}`);
    }
  });
  expect(counts.missing).toEqual([]);
  // A comparison that finds everything unclear would prove nothing.
  expect(counts.lines).toBeGreaterThan(LINES * 0.45);
  expect(counts.commands).toBeGreaterThan(LINES);
});
