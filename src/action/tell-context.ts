import { listOf, oneLine } from '../base/text.ts';
import type { EmitEvent } from '../events/run-event.ts';
import { changedConfiguration } from '../github/changed-configuration.ts';
import type { Job } from './prepare-job.ts';

/**
 * What of the context needs git, done while the model thinks: the diff, and which configuration the
 * pull request changes. Never rejects.
 */
export async function tellContext(job: Job, emit: EmitEvent): Promise<void> {
  const notes = (await job.context?.complete()) ?? [];
  const differing = await differences(job).catch(() => undefined);
  for (const text of [...notes, differing ?? []].flat()) {
    emit({ type: 'notice', at: Date.now(), level: 'notice', text, inComment: true });
  }
}

async function differences(job: Job): Promise<string | undefined> {
  const { configuration, git, event } = job;
  const { commit } = configuration;
  if (commit === undefined) return undefined;
  await commit.present();
  const head = event.pullRequest?.head?.sha;
  const changed = await changedConfiguration(git, commit.sha, head, namedIn(job));
  if (changed.length === 0) return undefined;
  const files = changed.map((path) => oneLine(path));
  return `This run goes by the configuration of the base commit. What differs did not count: ${listOf(files, 20)}.`;
}

/** Files that inputs name or instructions import, and words of hooks' commands, which may be their scripts. */
function namedIn({ inputs, policy, knowledge }: Job): readonly string[] {
  const commands = Object.values(policy.hooks).flatMap((groups) =>
    groups.flatMap(({ hooks }) => hooks.flatMap((hook) => ('command' in hook ? hook.command : []))),
  );
  const files = [inputs.prompt_file, inputs.settings, inputs.json_schema];
  const script = inputs.model?.startsWith('scripted:') ? inputs.model.slice(9) : undefined;
  const words = commands.flatMap((command) => command.split(/[\s"'=;|&<>()]+/));
  const told = knowledge.loaded.map(({ path }) => path);
  return [...policy.sources, ...files, script, ...told, ...words].filter(
    (name) => name !== undefined,
  );
}
