import { createInterface } from 'node:readline';
import * as z from 'zod';
import { ConfigError, messageOf } from '../../../base/errors.ts';
import { nearest } from '../../../base/nearest.ts';
import { RuleError } from '../../../permission/parse-rule.ts';
import { readFlags } from '../arguments.ts';
import type { CommandEnvironment } from '../command.ts';
import { GUARDS } from './all.ts';
import type { Guard } from './guard.ts';

/** `unattended guard`: puts lines through a guard, one answer each, in order. */
export async function runGuard(argv: readonly string[], io: CommandEnvironment): Promise<number> {
  const [name = '', ...rest] = argv;
  const guard = GUARDS.find((one) => one.name === name);
  if (!guard) throw new ConfigError(unknownGuard(name));
  const flags = readFlags(rest, { jsonl: { type: 'boolean' }, json: { type: 'boolean' } });
  if (!flags.jsonl) throw new ConfigError('Give --jsonl, and a JSON object a line on stdin.');
  let exitCode = 0;
  for await (const line of createInterface({
    input: process.stdin,
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (line.trim() === '') continue;
    const { answer, unreadable } = await answerLine(line, guard);
    if (unreadable) exitCode = 2;
    io.out(`${JSON.stringify(answer)}\n`);
  }
  return exitCode;
}

/** A line that can't be read is refused, under its `id` where it has one. */
export async function answerLine(line: string, guard: Guard) {
  let id: unknown;
  try {
    const parsed: unknown = JSON.parse(line);
    id = z.object({ id: z.unknown() }).safeParse(parsed).data?.id;
    return { answer: { id, ...(await guard.answer(parsed)) }, unreadable: false };
  } catch (thrown) {
    const isInput =
      thrown instanceof SyntaxError || thrown instanceof z.ZodError || thrown instanceof RuleError;
    if (!isInput) throw thrown;
    const reason = `The line can’t be read: ${inputProblem(thrown)}`;
    return { answer: { id, ...guard.refuse(reason) }, unreadable: true };
  }
}

function inputProblem(thrown: Error): string {
  if (!(thrown instanceof z.ZodError)) return messageOf(thrown);
  const [issue] = thrown.issues;
  const place = issue?.path.length ? `“${issue.path.join('.')}”: ` : '';
  return `${place}${issue?.message ?? 'it has another shape'}.`;
}

function unknownGuard(name: string): string {
  const names = GUARDS.map((guard) => guard.name);
  const near = nearest(name, names);
  if (near !== undefined) return `There is no guard “${name}”. Did you mean “${near}”?`;
  return `Say which guard: unattended guard ${names.join('|')} --jsonl.`;
}
