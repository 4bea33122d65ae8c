import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { segmentsBelow } from '../../base/paths.ts';
import type { ConfigurationSource } from '../../github/configuration-files.ts';
import type { Git } from '../../github/git.ts';
import { mayNestSkills } from '../../github/knowledge/nested-skills.ts';
import { workTreeSource } from '../../github/knowledge/work-tree-source.ts';
import { Knowledge } from '../../knowledge/knowledge.ts';
import type { KnowledgeSource } from '../../knowledge/source.ts';

export interface KnowledgePlace {
  readonly root: string;
  /** Where the agent works. */
  readonly directory: string;
  readonly home: string;
  /** `CLAUDE_CONFIG_DIR`: the user's own folder. Absent: `.claude` in the home folder. */
  readonly configDirectory: string | undefined;
}

/**
 * Looks what the repository and the user have for agents. It is read later, by the policy. As with all
 * configuration, a pull request's own does not count.
 */
export async function findKnowledge(
  place: KnowledgePlace,
  configuration: ConfigurationSource,
  git: Git,
): Promise<Knowledge> {
  const { root, directory } = place;
  const knowledge = new Knowledge({
    project: await projectSource(root, configuration, git),
    user: userSource(place),
    directory: segmentsBelow(directory, root)?.join('/') ?? '',
    mayNestSkills: async () => configuration.from !== 'nowhere' && mayNestSkills(root),
  });
  await knowledge.look();
  return knowledge;
}

async function projectSource(
  root: string,
  { commit, from }: ConfigurationSource,
  git: Git,
): Promise<KnowledgeSource> {
  if (commit !== undefined) {
    const { commitSource } = await import('../../github/knowledge/commit-source.ts');
    return commitSource({ root, ...commit }, git);
  }
  const tracked = async (paths: readonly string[]) => {
    const literal = paths.map((path) => `:(top,literal)${path}`);
    return new Set((await git(['ls-files', '-z', '--', ...literal])).split('\0'));
  };
  const source = workTreeSource({ root, shownAs: '', inPlace: true, tracked });
  // Whose the working tree is can't be told there.
  return from === 'nowhere'
    ? { ...source, list: async () => ({ files: [], problems: [] }) }
    : source;
}

function userSource({ home, configDirectory, root }: KnowledgePlace): KnowledgeSource | undefined {
  const folder = configDirectory ?? join(home, '.claude');
  // A home folder that is the checkout has its words read as the checkout's.
  if (!existsSync(folder) || segmentsBelow(folder, root) !== undefined) return undefined;
  const shownAs = configDirectory === undefined ? '~/.claude/' : `${configDirectory}/`;
  return workTreeSource({ root: folder, shownAs, inPlace: false });
}
