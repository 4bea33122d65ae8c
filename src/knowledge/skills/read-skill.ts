import { oneLine } from '../../base/text.ts';
import { type FrontMatter, readFrontMatter } from '../markdown/front-matter.ts';
import { flagOf, listOfKey, textOf } from '../markdown/keys.ts';
import { pathGlobs } from '../markdown/path-globs.ts';
import { seenText } from '../markdown/seen-text.ts';
import type { KnowledgeSource } from '../source.ts';
import { fileOf, type Skill, type WrittenRule } from './skill.ts';
import { slipIn } from './slips.ts';
import { refusalOf, unheededOf } from './unsupported.ts';

export interface FoundSkill {
  readonly kind: Skill['kind'];
  readonly source: KnowledgeSource;
  readonly path: string;
  readonly files: readonly string[];
}

/** Longest description in the list (contracts 5.2). */
const MAX_DESCRIPTION = 1_536;
/** Longest body, characters. */
const MAX_BODY = 100_000;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u;

/** Reads a skill or a command. What can't be one is told, with its place, and passed over: `undefined`. */
export function readSkill(found: FoundSkill, text: string, notices: string[]): Skill | undefined {
  const file = fileOf(found);
  const skip = (why: string) => {
    notices.push(`${why} This ${found.kind} is passed over.`);
    return undefined;
  };
  const name = nameOf(found);
  if (!NAME.test(name)) return skip(`${file}: “${oneLine(name, 80)}” can't be a name.`);
  const front = readFrontMatter(seenText(text, file, notices), file, notices);
  if ('problem' in front) return skip(front.problem);
  if (front.body.length > MAX_BODY) {
    return skip(
      `${file} has more than ${MAX_BODY} characters; keep what is seldom needed in files beside it.`,
    );
  }
  const { notice, refusal = refusalOf(front) } = slipIn(front);
  if (notice !== undefined) notices.push(`${file}:${notice}`);
  const waitsFor = pathGlobs(front, file, notices)?.matches;
  return {
    ...found,
    name,
    description: descriptionOf(front, name),
    argumentHint: hintOf(front),
    argumentNames: listOfKey(front, 'arguments', /[\s,]/u).map((one) => one.replace(/^\$/u, '')),
    modelMayCall: flagOf(front, 'disable-model-invocation') !== true,
    userMayCall: flagOf(front, 'user-invocable') !== false,
    allowedTools: rulesOf(front, 'allowed-tools'),
    disallowedTools: rulesOf(front, 'disallowed-tools'),
    unheeded: unheededOf(front),
    body: front.body.trim(),
    ...(waitsFor && { waitsFor }),
    ...(refusal !== undefined && { refusal }),
  };
}

function nameOf({ kind, path }: FoundSkill): string {
  const names = path.split('/');
  return kind === 'skill' ? (names.at(-2) ?? '') : (names.at(-1) ?? '').replace(/\.md$/u, '');
}

function descriptionOf(front: FrontMatter, name: string): string {
  const given = [textOf(front, 'description'), textOf(front, 'when_to_use')].filter(Boolean);
  const first = front.body.split(/\n\s*\n/u).find((part) => part.trim() !== '');
  const text = given.length > 0 ? given.join(' ') : (first ?? name).trim().replace(/^#+\s*/u, '');
  return oneLine(text, MAX_DESCRIPTION);
}

/** `[pr] [priority]` is a text, though `[pr]` alone is a list to YAML. */
function hintOf(front: FrontMatter): string | undefined {
  const value = front.data['argument-hint'];
  if (!Array.isArray(value)) return textOf(front, 'argument-hint');
  return `[${value.map(String).join(', ')}]`;
}

function rulesOf(front: FrontMatter, key: string): WrittenRule[] {
  const { line } = front.placeOf(key);
  return listOfKey(front, key, /[\s,]/u).map((text) => ({ text, line }));
}
