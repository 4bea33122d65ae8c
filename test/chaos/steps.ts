import type { FakeBlock } from '../fakes/anthropic-turn.ts';
import type { Dice } from './dice.ts';

/** One thing the agent is to do; its name stands in the input of its call. */
export interface Step {
  /** `s0` and on. */
  readonly name: string;
  readonly kind: (typeof STEP_KINDS)[number];
}

/** What steps there are. Those of the shell write their name to `ledger.txt` first, then … */
const SHELL = [
  'ok',
  // … kill themselves, their shell, or fail,
  'die',
  'slay',
  'fail',
  // … leave something behind that runs on, never end (and are ended by their time limit),
  'orphan',
  'hang',
  // … say a lot that is no text, or a secret, or take a file away that the next step wants.
  'noise',
  'blab',
  'vanish',
] as const;
const STEP_KINDS = [...SHELL, 'write', 'edit', 'read', 'locked', 'todo', 'unknown'] as const;
const COMMON = ['ok', 'ok', 'ok', 'write', 'write', 'edit', 'read', 'todo'] as const;

/** Planted in a file of the checkout and in the job's variables: no output may hold it. */
export const PLANTED = 'hunter2-hunter2-hunter2-chaos';

const STEP_SCRIPT = `echo "$1" >> ledger.txt
case "$2" in
  die) kill -KILL $$ ;;
  slay) kill -KILL $PPID $$ ;;
  fail) echo broken >&2; exit 3 ;;
  orphan) setsid sleep 600 >/dev/null 2>&1 & ;;
  hang) sleep 600 ;;
  noise) head -c 300000 step.sh /dev/urandom | tail -c 200000; printf '\\377\\376::error::x\\n' ;;
  blab) cat deploy.cfg; printf '%s' "$DEPLOY_TOKEN" ;;
  vanish) rm -f gone.txt ;;
esac
echo done "$1"
`;

/** The checkout. */
export const FILES: Readonly<Record<string, string>> = {
  'step.sh': STEP_SCRIPT,
  'edit.txt': Array.from({ length: 40 }, (_, index) => `old s${index}.\n`).join(''),
  'gone.txt': 'here\n',
  'deploy.cfg': `token=${PLANTED}\n`,
  'a-folder/file.txt': 'x\n',
};

export function someSteps(dice: Dice): Step[] {
  return Array.from({ length: 2 + dice.under(7) }, (_, index) => ({
    name: `s${index}`,
    kind: dice.chance(0.65) ? dice.pick(COMMON) : dice.pick(STEP_KINDS),
  }));
}

/** Whether the step leaves its name in the ledger. */
export function isShell({ kind }: Step): boolean {
  return SHELL.some((shell) => shell === kind);
}

/** The call by which the agent does a step. */
export function callOf({ name, kind }: Step, id: string): FakeBlock & { type: 'tool_use' } {
  const call = (tool: string, input: unknown) =>
    ({ type: 'tool_use', name: tool, input, id }) as const;
  switch (kind) {
    case 'write':
      return call('Write', { file_path: `out/${name}.txt`, content: `made by ${name}\n` });
    case 'edit':
      return call('Edit', {
        file_path: 'edit.txt',
        old_string: `old ${name}.`,
        new_string: `new ${name}.`,
      });
    case 'read':
      return call('Read', { file_path: 'gone.txt', limit: 1 + Number(name.slice(1)) });
    // A folder is no file, for anybody: also for root, whom no mode keeps out.
    case 'locked':
      return call('Write', { file_path: 'a-folder', content: name });
    case 'todo':
      return call('TodoWrite', {
        todos: [{ content: `Do ${name}`, status: 'in_progress', activeForm: `Doing ${name}` }],
      });
    case 'unknown':
      return call('Shimmer', { name });
    default:
      return call('Bash', { command: `sh step.sh ${name} ${kind}` });
  }
}
