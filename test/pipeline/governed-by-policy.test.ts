import { beforeEach, expect, test } from 'vitest';
import { compileRules } from '../../src/permission/compile-rules.ts';
import { decide } from '../../src/permission/decide.ts';
import { parseRule } from '../../src/permission/parse-rule.ts';
import type { Governance } from '../../src/pipeline/governance.ts';
import { StreamingExecutor } from '../../src/pipeline/streaming-executor.ts';
import { createAnswerer } from '../../src/policy/create-answerer.ts';
import type { Answer } from '../../src/policy/policy.ts';
import { NO_SUBJECT } from '../../src/tool/subject.ts';
import { echoTool, hook, hookSaying, textIn, use, type Workbench, workbench } from './workbench.ts';

const source = { file: 'policies/p.yml', line: 3 };
const rules = (...texts: string[]) => texts.map((text) => parseRule(text, source));
const ran: string[] = [];
beforeEach(() => {
  ran.length = 0;
});

const skill = (name: string) =>
  echoTool({
    name,
    preparePermissionMatcher: ({ text }) => ({ ...NO_SUBJECT, specifier: text }),
    call: async ({ text }) => {
      ran.push(`${name} ${text}`);
      return { data: text };
    },
  });

/** A session under real rules and answers. */
function session(
  given: { deny?: string[]; ask?: string[]; allow?: string[]; answers?: Answer[] },
  hookCommands: Parameters<typeof workbench>[1] = {},
): Workbench {
  const bench = workbench([skill('Skill'), skill('Agent')], hookCommands);
  const { workspace } = bench.context;
  const compiled = compileRules(
    {
      deny: rules(...(given.deny ?? [])),
      ask: rules(...(given.ask ?? [])),
      allow: rules(...(given.allow ?? [])),
    },
    workspace,
  );
  const trust = 'trusted';
  const answers = given.answers ?? [];
  const answerer = createAnswerer(
    { answers, default: 'deny' },
    { event: 'push', trust, workspace },
  );
  const governance: Governance = {
    ...bench.governance,
    decide: (facts) => decide({ ...facts, rules: compiled, trust, workspace }),
    answer: answerer.answer,
  };
  return { ...bench, governance };
}

async function run({ governance, context }: Workbench, ...inputs: [string, string][]) {
  const calls = new StreamingExecutor({
    governance,
    state: { context },
    assistantMessage: () => undefined,
    messages: [],
  });
  for (const [index, [name, text]] of inputs.entries())
    calls.add(use(name, { text }, `id${index}`));
  return calls.finish();
}

test('an allow rule lets it run, nothing else does, and the model is told why', async () => {
  const bench = session({ allow: ['Skill(lint)'] });
  const results = await run(bench, ['Skill', 'lint'], ['Skill', 'deploy']);
  expect(ran).toEqual(['Skill lint']);
  expect(results.map(({ decision }) => decision.decided_by.step)).toEqual([
    'allow_rule',
    'default',
  ]);
  expect(textIn(results[1])).toMatch(/^Denied: .*\nDecided by .*\nInstead: .*\nDon't retry/s);
});

test('a hook that denies late still prevents the call under every allow rule (P13)', async () => {
  const late = hook('cat | grep -q session_id; echo "no" >&2; exit 2');
  const bench = session({ allow: ['Skill', 'Agent'] }, { hookCommands: [late] });
  const results = await run(bench, ['Skill', 'lint'], ['Agent', 'x']);
  expect(ran).toEqual([]);
  expect(results.map(({ denial }) => denial?.step)).toEqual(['hook', 'hook']);
});

test('a hook’s allow lifts no deny and no ask rule, and settles what nothing claims (H6)', async () => {
  const allow = hookSaying({ permissionDecision: 'allow' });
  const bench = session({ deny: ['Skill(a)'], ask: ['Skill(b)'] }, { hookCommands: [allow] });
  const results = await run(bench, ['Skill', 'a'], ['Skill', 'b'], ['Skill', 'c']);
  expect(results.map(({ decision }) => decision.decided_by.step)).toEqual([
    'deny_rule',
    'default',
    'hook',
  ]);
  expect(ran).toEqual(['Skill c']);
});

test('what a hook changes for Agent runs changed, and is judged by the rules (H9)', async () => {
  const change = (text: string) => ({ hookCommands: [hookSaying({ updatedInput: { text } })] });
  await run(session({ allow: ['Agent(safe)'] }, change('safe')), ['Agent', 'evil']);
  expect(ran).toEqual(['Agent safe']);
  const denied = await run(session({ allow: ['Agent'], deny: ['Agent(evil)'] }, change('evil')), [
    'Agent',
    'safe',
  ]);
  expect(denied[0]?.denial).toMatchObject({ step: 'deny_rule', rule: 'Agent(evil)', line: 3 });
});

test('the same calls side by side get the same answer, every time (P15)', async () => {
  const bench = session({ allow: ['Skill(a)'], deny: ['Skill(b)'] }, { repeatedDenials: 100 });
  const inputs = Array.from({ length: 12 }, (_, index): [string, string] => [
    'Skill',
    index % 2 ? 'b' : 'a',
  ]);
  const results = await run(bench, ...inputs);
  expect(results.map(({ decision }) => decision.behavior)).toEqual(
    inputs.map(([, text]) => (text === 'a' ? 'allow' : 'deny')),
  );
});

test('an answer is good for so many times, then the default answers, and denials are carried out (P16)', async () => {
  const answer: Answer = {
    id: 'once',
    match: { tool: 'Skill' },
    answer: 'allow',
    maxTimes: 2,
    reason: undefined,
    source,
  };
  const bench = session({ answers: [answer] });
  const results = await run(bench, ['Skill', 'a'], ['Skill', 'b'], ['Skill', 'c']);
  expect(ran).toEqual(['Skill a', 'Skill b']);
  expect(results.map(({ denial }) => denial?.step)).toEqual([undefined, undefined, 'default']);
});
