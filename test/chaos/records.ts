import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolders } from './after-run.ts';
import type { Invariant } from './invariants.ts';
import { MACHINES } from './machines.ts';
import type { Played } from './play.ts';
import { isShell } from './steps.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Each step of the shell wrote its name once at most, and none that was refused did. */
export const ranOnce: Invariant = (played) => {
  const ledger = join(played.root, 'ledger.txt');
  const ran = existsSync(ledger) ? readFileSync(ledger, 'utf8').trimEnd().split('\n') : [];
  const twice = ran.filter((name, index) => ran.indexOf(name) !== index);
  const known = played.plan.steps.filter(isShell).map(({ name }) => name);
  return [
    ...twice.map((name) => `${name} ran again`),
    ...ran.filter((name) => !known.includes(name)).map((name) => `“${name}” was never asked for`),
    ...refusedIn(played).flatMap((name) => (ran.includes(name) ? [`${name} was refused`] : [])),
  ];
};

function refusedIn(played: Played): string[] {
  const decisions = played.after.transcript.filter((message) => {
    const { subtype, behavior } = message;
    return subtype === 'permission_decision' && behavior === 'deny';
  });
  return decisions.flatMap(({ tool_input }) => {
    const name = /step\.sh (s\d+) /u.exec(JSON.stringify(tool_input ?? ''))?.[1];
    return name === undefined ? [] : [name];
  });
}

/** Every call in the transcript is answered once; what a kill or a full disk cut off may lack its answer. */
export const callsHaveOneResult: Invariant = (played) => {
  const mayLack = played.sent.includes('SIGKILL') || MACHINES[played.plan.machine]?.isFull === true;
  const calls = idsIn(played.after.transcript, 'assistant', 'tool_use', 'id');
  const results = idsIn(played.after.transcript, 'user', 'tool_result', 'tool_use_id');
  return [...new Set([...calls, ...results])].flatMap((id) => {
    const [asked, answered] = [countIn(calls, id), countIn(results, id)];
    const isRight = answered === asked || (mayLack && (answered < asked || asked === 0));
    return isRight ? [] : [`${id} was called ${asked} times and answered ${answered} times`];
  });
};

function idsIn(messages: readonly Fields[], type: string, kind: string, key: string): string[] {
  return messages.flatMap((message) => {
    if (message['type'] !== type) return [];
    const { content } = message['message'] as { content: readonly Fields[] | string };
    if (typeof content === 'string') return [];
    return content.flatMap((block) => (block['type'] === kind ? [String(block[key])] : []));
  });
}

function countIn(list: readonly string[], wanted: string): number {
  return list.filter((item) => item === wanted).length;
}

/** Complete lines parse, and the final transcript is there; the runner has held it to its schema. */
export const recordsAreWhole: Invariant = (played) => {
  const isFull = MACHINES[played.plan.machine]?.isFull === true;
  const folders = runFolders(played);
  const problems = folders.flatMap((folder) => journalProblems(join(folder, 'transcript.jsonl')));
  const { transcript } = played.after;
  if (transcript.length === 0) return isFull ? problems : [...problems, 'there is no transcript'];
  const ends = transcript.filter(({ type }) => type === 'result').length;
  if (ends > 1 || (ends === 0 && !isFull)) problems.push(`it has ${ends} results`);
  if (ends === 1 && transcript.at(-1)?.['type'] !== 'result')
    problems.push('its result is not last');
  if (folders.length !== 1) problems.push(`there are ${folders.length} folders of runs`);
  return problems;
};

function journalProblems(path: string): string[] {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  return lines.flatMap((line, index) => {
    try {
      JSON.parse(line);
      return [];
    } catch {
      return [`line ${index + 1} of the journal is no JSON: ${line.slice(0, 80)}`];
    }
  });
}
