import { isGated } from '../github/gate/gate.ts';
import type { GithubEvent } from '../github/github-event.ts';
import type { Inputs } from './inputs.ts';

/**
 * Inputs that have no effect on this event, a sentence each: no mistake, for one job may have several
 * events, but whoever relies on one of them has to know.
 * @param usesPhrase the event's comment was searched for the trigger phrase.
 * @param standard the phrase that the runner fills in.
 */
export function idleInputs(
  inputs: Inputs,
  event: GithubEvent,
  { usesPhrase, standard }: { readonly usesPhrase: boolean; readonly standard: string },
): string[] {
  const idle: string[] = [];
  const { trigger_phrase: phrase, allowed_actors: actors, allowed_bots: bots } = inputs;
  const on = `on the event “${event.name}”`;
  if (phrase !== undefined && phrase !== standard && !usesPhrase) {
    const why = event.comment === undefined ? on : 'where an input has the task';
    idle.push(`trigger_phrase has no effect ${why}: every such event starts a run.`);
  }
  if (isGated(event)) return idle;
  if (actors?.length) {
    idle.push(`allowed_actors has no effect ${on}: nobody is asked about there.`);
  }
  const isRead = event.number !== undefined || event.workflowRun !== undefined;
  if (bots?.length && !isRead) {
    idle.push(
      `allowed_bots has no effect ${on}: nobody is asked about, and nothing by bots is read.`,
    );
  }
  return idle;
}
