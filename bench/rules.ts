import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileRules } from '../src/permission/compile-rules.ts';
import { decide } from '../src/permission/decide.ts';
import { parseRule } from '../src/permission/parse-rule.ts';
import type { RuleSet } from '../src/permission/rule.ts';
import { classify } from '../src/shell/classify.ts';
import { median } from './figures/figure.ts';
import { HOSTILE } from './hostile-lines.ts';
import { loadTime, ruleTexts } from './load-policy.ts';

/*
 * node bench/rules.ts (npm run bench ends with it): what one decision about a command costs, from
 * its text on, with many rules loaded, and what loading them costs. Milliseconds.
 */
const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-rules-')));
const workspace = {
  root,
  directory: root,
  home: join(root, 'home'),
  runDirectory: join(root, 'run'),
};

const ORDINARY = [
  'npm test',
  'git status && git diff --stat',
  "grep -rn 'foo' src | head -20",
  'cd src && npm run build 2>&1 | tail -5',
  'for f in src/*.ts; do wc -l "$f"; done',
  'timeout 60 npx vitest run test/a.test.ts',
  'cat src/a.ts',
  "find . -name '*.ts' -not -path './node_modules/*' | xargs grep -l x",
];

const rules1000 = ruleSet(1_000);
const compiled1000 = compileRules(rules1000, workspace);
const compiled5000 = compileRules(ruleSet(5_000), workspace);

const rows = [
  ['a decision about ordinary commands, 1,000 rules: median', ordinary(), 0.2],
  ['1,000 rules: compile', timed(() => compileRules(rules1000, workspace)), undefined],
  ['a policy of 1,000 rules with extends: load', await laterLoads(), 10],
  ['… the first in a process, its code cold', firstLoads(), 10],
  ...HOSTILE.map(
    ([name, line]) =>
      [
        `10,000 characters (${name}), 5,000 rules: decide`,
        timed(() => decided(line, compiled5000)),
        50,
      ] as const,
  ),
] as const;
rmSync(root, { recursive: true });
console.log('\n| rules, ms | ours | goal | reached |\n| --- | --- | --- | --- |');
for (const [name, value, goal] of rows) {
  console.log(`| ${name} | ${value.toFixed(3)} | ${goal ?? '–'} | ${verdict(value, goal)} |`);
}

function verdict(value: number, goal: number | undefined): string {
  if (goal === undefined) return '–';
  return value <= goal ? 'yes' : '**no**';
}

function ruleSet(count: number): RuleSet {
  const all = ruleTexts(count).map((text) => parseRule(text, { file: 'bench', line: 1 }));
  const [half, most] = [count / 2, count * 0.7];
  return { deny: all.slice(0, half), ask: all.slice(half, most), allow: all.slice(most) };
}

function decided(command: string, rules: ReturnType<typeof compileRules>) {
  const { root: top, home } = workspace;
  const { changesDirectory, movesTo, ...seen } = classify(command, { cwd: top, home, root: top });
  return decide({
    toolName: 'Bash',
    ruleNames: [],
    pathRules: undefined,
    subject: { ...seen, specifier: undefined },
    toolCheck: { behavior: 'passthrough' },
    requiresConfirmation: false,
    hook: undefined,
    rules,
    trust: 'trusted',
    workspace,
  });
}

function ordinary(): number {
  const times: number[] = [];
  for (let round = 0; round < 300; round += 1) {
    for (const line of ORDINARY) {
      const start = performance.now();
      decided(line, compiled1000);
      // The first rounds compile our own code.
      if (round >= 100) times.push(performance.now() - start);
    }
  }
  return median(times);
}

function timed(work: () => unknown): number {
  const times = Array.from({ length: 9 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return median(times);
}

/** Loads in processes of their own: what the one load of a run takes, but for loading the code. */
function firstLoads(): number {
  const file = join(import.meta.dirname, 'load-policy.ts');
  const run = () => Number(execFileSync(process.execPath, [file], { encoding: 'utf8' }));
  return median(Array.from({ length: 5 }, run));
}

async function laterLoads(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 15; round += 1) times.push(await loadTime());
  return median(times.slice(5));
}
