import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { Session } from '../../agent/session.ts';
import type { EmitEvent } from '../../events/run-event.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { LoadedFile } from '../../knowledge/knowledge-state.ts';
import { TurnGrants } from '../../knowledge/skills/turn-grants.ts';
import type { Model } from '../../model/model.ts';
import { compileRules } from '../../permission/compile-rules.ts';
import { hiddenBy } from '../../permission/hidden-paths.ts';
import type { Governance } from '../../pipeline/governance.ts';
import { once } from '../once.ts';
import type { Job } from '../prepare-job.ts';
import type { TurnRules } from '../session-rules.ts';
import { SkillDesk } from './skill-desk.ts';

export interface SessionKnowledgeOptions {
  readonly job: Job;
  readonly sessionId: string;
  readonly emit: EmitEvent;
}

/** What a session has of the repository's and the user's words for agents. */
export interface SessionKnowledge extends Pick<Session['history'], 'forgetTold' | 'endTurn'> {
  readonly knowledge: Knowledge;
  readonly desk: SkillDesk;
  /** There are skills that the model may call, or will be when their folder is read. */
  readonly hasSkills: boolean;
  /** The list of these for a model; empty: there are none. */
  listing(model: Pick<Model, 'capabilities'>): Promise<string>;
  /** Rules of skills at work. `undefined`: there are none. */
  turnRules(): TurnRules | undefined;
  readonly onFiles: NonNullable<Governance['onFiles']>;
  /**
   * The session is put together.
   * @param runHooks tells hooks of files that are read later.
   * @param offersSkills the model has the tool that calls them.
   */
  begins(runHooks: Session['runHooks'], offersSkills: boolean): void;
}

/** Reads what was found, by the policy and the settings. */
export async function sessionKnowledge(
  options: SessionKnowledgeOptions,
): Promise<SessionKnowledge> {
  const { job, emit } = options;
  const { knowledge, policy, workspace } = job;
  const tell = (text: string) => emit({ type: 'notice', at: Date.now(), level: 'notice', text });
  // Rules are made ready beside the first request; an import has to know before.
  const hides = once(() => {
    const { deny } = policy.rules;
    return hiddenBy(compileRules({ deny, ask: [], allow: [] }, workspace), workspace);
  });
  await knowledge.open({
    excludes: policy.knowledge?.excludes ?? [],
    hides: (path) => hides()(path),
  });
  const grants = new TurnGrants();
  let tellHooks: Session['runHooks'] | undefined;
  const desk = new SkillDesk({ ...options, knowledge, grants, tell, runHooks: () => tellHooks });
  const hasSkills = [...knowledge.skills.keys()].some((name) => desk.knows(name));
  return {
    knowledge,
    desk,
    hasSkills: hasSkills || knowledge.mayNestSkills,
    listing: async (model) => {
      if (!hasSkills) return '';
      const { listSkills } = await import('../../knowledge/skills/listing.ts');
      return listSkills(knowledge.skills.values(), model.capabilities().maxInputTokens);
    },
    turnRules: () => grants.current,
    onFiles: (paths) => wordsAbout(knowledge, paths, tell, tellHooks),
    begins: (runHooks, offersSkills) => {
      tellHooks = runHooks;
      knowledge.offersSkills = offersSkills;
    },
    forgetTold: () => {
      knowledge.forget();
      grants.end();
    },
    endTurn: () => grants.end(),
  };
}

/** What it can't tell must not take the result of a call with it. */
async function wordsAbout(
  knowledge: Knowledge,
  paths: readonly string[],
  tell: (text: string) => void,
  tellHooks: Session['runHooks'] | undefined,
): Promise<readonly MessageParam[]> {
  try {
    const told = await knowledge.onFiles(paths);
    for (const text of knowledge.takeNotices()) tell(text);
    if (told === undefined) return [];
    for (const file of told.loaded) {
      void tellHooks?.('InstructionsLoaded', hookFields(file)).catch(() => {});
    }
    return [{ role: 'user', content: [{ type: 'text', text: told.text }] }];
  } catch (error) {
    tell(
      `Instructions for files could not be read: ${error instanceof Error ? error.message : error}`,
    );
    return [];
  }
}

/** As InstructionsLoaded hooks are told of a file (contracts 2.7). */
export function hookFields(file: LoadedFile): Readonly<Record<string, unknown>> {
  const { absolute, memoryType, reason, globs, trigger, parent } = file;
  return {
    file_path: absolute,
    memory_type: memoryType,
    load_reason: reason,
    ...(globs && { globs }),
    ...(trigger !== undefined && { trigger_file_path: trigger }),
    ...(parent !== undefined && { parent_file_path: parent }),
  };
}
