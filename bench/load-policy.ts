import { loadPolicies } from '../src/policy/load-policies.ts';
import { getAllBaseTools } from '../src/tools/all.ts';

/** node bench/load-policy.ts: milliseconds of the first load in this process, all modules loaded. */
if (import.meta.main) {
  await import('../src/policy/parse-policy.ts');
  console.log(await loadTime());
}

/** How long it takes to load a policy of 1,000 rules with its parent. */
export async function loadTime(): Promise<number> {
  const list = ruleTexts(1_000).filter((text) => !text.startsWith('mcp'));
  const files: Readonly<Record<string, string>> = {
    'base.yml': policyText(list.slice(0, 450)),
    'policy.yml': `extends: base.yml\n${policyText(list.slice(450))}`,
  };
  const names = getAllBaseTools().map(({ name }) => name);
  // New with each load, as what is known of rules is kept by it.
  const known = {
    knownToolNames: new Set([...names, 'WebFetch']),
    knownExtensions: new Set<string>(),
  };
  const start = performance.now();
  await loadPolicies(['policy.yml'], { ...known, readFile: async (path) => files[path] });
  return performance.now() - start;
}

/** Rules of all forms, each another. */
export function ruleTexts(count: number): string[] {
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

function policyText(rules: readonly string[]): string {
  return `permissions:\n  deny:\n${rules.map((rule) => `    - '${rule}'`).join('\n')}\n`;
}
