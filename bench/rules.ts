import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileRules } from '../src/permission/compile-rules.ts';
import { decide } from '../src/permission/decide.ts';
import { parseRule } from '../src/permission/parse-rule.ts';
import type { RuleSet } from '../src/permission/rule.ts';
import { loadPolicies } from '../src/policy/load-policies.ts';
import { classify } from '../src/shell/classify.ts';
import { getAllBaseTools } from '../src/tools/all.ts';
import { median } from './figures.ts';

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

const HOSTILE: Readonly<Record<string, string>> = {
  'many commands': repeated('a; '),
  'a chain of cd': repeated('cd a && '),
  'cd to and fro': repeated('cd a || cd b; '),
  globs: `cat ${repeated('*/ ')}`,
  'many globs in one word': `ls ${repeated('*')}`,
  redirections: `ls ${repeated('>a ')}`,
  braces: `echo ${repeated('{a,b}')}`,
  wrappers: `${repeated('nice ')}ls`,
  substitutions: `${'echo $('.repeat(1_400)}ls${')'.repeat(1_400)}`,
  'bash -c': `bash -c "${repeated('ls;')}"`,
  words: `rm ${repeated('x ')}`,
  arithmetic: `echo $((${repeated('1+')}1))`,
  sed: `sed '${repeated('s/a/b/;')}' f`,
  git: `git ${repeated('-C . ')}push`,
  'cp to many': `cp ${repeated('a b ')}`,
  paths: `cat ${repeated('a/../')}b`,
};

const rules1000 = ruleSet(1_000);
const compiled1000 = compileRules(rules1000, workspace);
const compiled5000 = compileRules(ruleSet(5_000), workspace);

const rows = [
  ['a decision about ordinary commands, 1,000 rules: median', ordinary(), 0.2],
  ['1,000 rules: compile', timed(() => compileRules(rules1000, workspace)), undefined],
  ['a policy of 1,000 rules with extends: load and compile', await loading(), 10],
  ...Object.entries(HOSTILE).map(
    ([name, line]) =>
      [
        `10,000 characters (${name}), 5,000 rules: decide`,
        timed(() => decided(line.slice(0, 10_000), compiled5000)),
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

function repeated(text: string): string {
  return text.repeat(Math.ceil(9_900 / text.length)).slice(0, 9_900);
}

function ruleTexts(count: number): string[] {
  const forms = [
    (n: number) => `Bash(cmd${n} *)`,
    (n: number) => `Bash(npm run x${n}:*)`,
    (n: number) => `Read(dir${n}/**)`,
    (n: number) => `Edit(/src/a${n}/**)`,
    (n: number) => `Bash(*foo${n}*)`,
    (n: number) => `Read(*.ext${n})`,
    (n: number) => `Read(**/.env${n}*)`,
    (n: number) => `WebFetch(domain:*.h${n}.example)`,
    (n: number) => `mcp__s${n}__get`,
    (n: number) => `Bash(git commit -m "x${n}")`,
  ];
  return Array.from({ length: count }, (_, n) => forms[n % forms.length]?.(n) ?? '');
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

async function loading(): Promise<number> {
  const list = ruleTexts(1_000).filter((text) => !text.startsWith('mcp'));
  const files: Readonly<Record<string, string>> = {
    'base.yml': policyText(list.slice(0, 450)),
    'policy.yml': `extends: base.yml\n${policyText(list.slice(450))}`,
  };
  const knownToolNames = new Set(
    getAllBaseTools()
      .map(({ name }) => name)
      .concat('WebFetch'),
  );
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const start = performance.now();
    const policy = await loadPolicies(['policy.yml'], {
      knownToolNames,
      knownExtensions: new Set(),
      readFile: async (path) => files[path],
    });
    compileRules(policy.rules, workspace);
    times.push(performance.now() - start);
  }
  return median(times);
}

function policyText(rules: readonly string[]): string {
  return `permissions:\n  deny:\n${rules.map((rule) => `    - '${rule}'`).join('\n')}\n`;
}
