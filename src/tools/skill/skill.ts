import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { countOf, oneLine } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { loadedLater } from '../../tool/loaded-later.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import { lineBlocks, messageBlocks } from '../../tool/rendering.ts';
import { NO_SUBJECT, type Subject } from '../../tool/subject.ts';
import type { SubjectContext } from '../../tool/tool.ts';
import { INPUT_SCHEMAS } from '../input-schemas.ts';
import type { SkillInput, SkillOutput } from './skill-schema.ts';

const schemas = loadedLater(() => import('./skill-schema.ts'));

/**
 * Puts a skill's text into the conversation. That only reads: what the text then leads to, and every
 * command in it, is judged by itself.
 */
export const skillTool = buildTool<SkillInput, SkillOutput>({
  name: 'Skill',
  searchHint: 'skill command slash instructions how to',
  description: () => 'Gives the instructions of a skill.',
  prompt: manual,
  inputSchema: () => schemas.get().skillInputSchema(),
  inputJSONSchema: INPUT_SCHEMAS.Skill,
  outputSchema: () => schemas.get().skillOutputSchema(),
  prepare: schemas.load,
  isEnabled: ({ hasSkills }) => hasSkills === true,
  isReadOnly: (input, context) => subjectOf(input, context).readOnly,
  isDestructive: () => false,
  subjectFields: ['skill', 'args'],
  preparePermissionMatcher: subjectOf,
  validateInput: async ({ skill }, { skills }) => {
    const why =
      skills?.refusalOf(skill) ?? (skills ? undefined : 'There are no skills in this run.');
    if (why !== undefined) throw new ToolRefusal(why);
  },
  call: async ({ skill, args }, context) => {
    context.abort.signal.throwIfAborted();
    if (!context.skills) throw new ToolRefusal('There are no skills in this run.');
    const opened = await context.skills.open(skill, args?.trim() ?? '', context);
    const { name, file, text, notes } = opened;
    return {
      data: { skill: name, file, chars: text.length, notes: [...notes] },
      newMessages: [{ role: 'user', content: [{ type: 'text', text }] }],
    };
  },
  mapToolResultToToolResultBlockParam: resultBlock,
  extractSearchText: told,
  rendering: {
    use: (input) => lineBlocks(callOf(input).split('\n')),
    result: (output) => messageBlocks(told(output)),
    summary: (input) => oneLine(`Skill ${callOf(input)}`, 300),
  },
});

function manual(): string {
  return (
    'Gives you the instructions of a skill: how this repository wants a kind of work done. ' +
    'Call it before you begin work of a kind that the list of skills names, and do as its text says, which comes after the results.'
  );
}

/** Rules name skills by `name` or `name args`. Whatever is no skill of this run is not known to only read. */
function subjectOf(input: unknown, { skills }: Pick<SubjectContext, 'skills'>): Subject {
  const { skill, args }: Readonly<Record<string, unknown>> = Object(input);
  const words = [skill, args].filter((part) => typeof part === 'string').map((part) => part.trim());
  const specifier = words.filter(Boolean).join(' ') || undefined;
  const readOnly = typeof skill === 'string' && skills?.knows(skill) === true;
  return { ...NO_SUBJECT, readOnly, specifier };
}

function callOf({ skill, args }: SkillInput): string {
  return args ? `${skill} ${args}` : skill;
}

function resultBlock(output: SkillOutput, toolUseId: string): ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: toolUseId, content: told(output) };
}

function told({ skill, file, chars, notes }: SkillOutput): string {
  const head = `The instructions of ${skill} (${file}, ${countOf(chars, 'character')}) follow.`;
  return [head, ...notes].join('\n');
}
