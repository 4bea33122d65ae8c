import { type GitFolders, gitFoldersOf } from './git-folders.ts';
import { commitsFrom, mergeBases } from './git-history.ts';
import { GitObjects } from './git-objects.ts';
import { GitRevisions } from './git-revisions.ts';
import { changedNames, namesIn } from './git-trees.ts';

/** What a git command is told to look at, files aside. */
export interface Looked {
  readonly command: string;
  /** Revisions and ranges. */
  readonly revisions: readonly string[];
  readonly options: readonly string[];
  /** At most so many commits. */
  readonly count: number;
}

const ALL = /^--(?:all|branches|tags|remotes|glob|reflog)\b/;
const BY_LOG = /^(?:-g|--walk-reflogs|--merge|--stdin)$/;

/**
 * The names of the files whose contents a git command may print from what it is told to look at,
 * what lies in the index and the work tree aside. Throws where they can't be told.
 */
export class GitNames {
  readonly #objects: GitObjects;
  readonly #revisions: GitRevisions;

  constructor(top: string, folders: GitFolders = gitFoldersOf(top)) {
    this.#objects = new GitObjects(folders.common);
    this.#revisions = new GitRevisions(folders, this.#objects);
  }

  /** Whether an operand names a file's contents by their id alone. */
  isBlob(operand: string): boolean {
    return operand.split(/\.{2,3}/).some((part) => {
      const id = this.#revisions.resolve(part.replace(/^\^/, '') || 'HEAD');
      return id !== undefined && this.#kind(this.#revisions.peel(id)) === 'blob';
    });
  }

  printed(looked: Looked): readonly string[] {
    const { command, revisions, options } = looked;
    if (options.some((option) => BY_LOG.test(option))) throw new Error('It looks through a log.');
    switch (command) {
      case 'diff':
      case 'diff-index':
        return this.#ofDiff(looked);
      case 'diff-files':
        return [];
      case 'diff-tree':
        return revisions.length > 1 ? this.#ofDiff(looked) : this.#ofCommits(this.#ids(revisions));
      case 'grep':
      case 'archive':
        return this.#ids(revisions).flatMap((id) => this.#namesIn(id));
      case 'show':
        return revisions.some((one) => /\.\.|^\^/.test(one))
          ? this.#ofLog(looked)
          : this.#ofCommits(this.#ids(revisions.length > 0 ? revisions : ['HEAD']));
      case 'stash':
        return this.#ofStash(revisions);
      case 'reflog':
        throw new Error('It looks through a log.');
      default:
        return this.#ofLog(looked);
    }
  }

  #ofDiff({ revisions, options }: Looked): readonly string[] {
    const [first] = revisions;
    const isStaged = options.some((option) => /^--(?:cached|staged)$/.test(option));
    if (first === undefined) return isStaged ? this.#namesOf('HEAD') : [];
    const ids = revisions.length === 1 ? this.#rangeOf(first) : this.#ids(revisions);
    if (options.includes('--merge-base')) {
      const [one, other = this.#id('HEAD')] = ids;
      if (one === undefined || other === undefined) return [];
      ids.push(...mergeBases(this.#revisions, one, other));
    }
    const [one, other] = ids;
    return ids.length === 2 && one !== undefined && other !== undefined
      ? changedNames(this.#objects, this.#tree(one), this.#tree(other))
      : ids.flatMap((id) => this.#namesIn(id));
  }

  /** `a..b` and `a...b` are the two ends of a comparison. */
  #rangeOf(text: string): string[] {
    const range = /^(.*?)(\.{2,3})(.*)$/.exec(text);
    if (!range) return this.#ids([text]);
    const [one, other] = this.#ids([range[1] || 'HEAD', range[3] || 'HEAD']);
    if (one === undefined || other === undefined) return [];
    if (range[2] === '..') return [one, other];
    return [...mergeBases(this.#revisions, one, other), other];
  }

  #ofLog({ command, revisions, options, count }: Looked): readonly string[] {
    const ends = revisions.map((text) => this.#endsOf(text));
    const tips = ends.flatMap((end) => end.tips);
    const others = ends.flatMap((end) => end.others);
    const isWide = options.some((option) => ALL.test(option)) || /^(?:fast|bundle)/.test(command);
    if (isWide) tips.push(...this.#revisions.all().filter((id) => this.#kind(id) === 'commit'));
    // One revision is where format-patch begins.
    if (command === 'format-patch' && others.length === 0) others.push(...tips.splice(0));
    if (tips.length === 0 && !isWide) tips.push(...this.#ids(['HEAD']));
    // What the word turns around is not looked into: all of it may be shown.
    const [from, behind] = options.includes('--not') ? [[...tips, ...others], []] : [tips, others];
    return this.#ofCommits(commitsFrom(this.#revisions, from, behind, count));
  }

  #endsOf(text: string): { readonly tips: readonly string[]; readonly others: readonly string[] } {
    const range = /^(.*?)(\.{2,3})(.*)$/.exec(text);
    if (!range) {
      const ids = this.#ids([text.replace(/^\^/, '')]);
      return text.startsWith('^') ? { tips: [], others: ids } : { tips: ids, others: [] };
    }
    const [one, other] = this.#ids([range[1] || 'HEAD', range[3] || 'HEAD']);
    if (one === undefined || other === undefined) return { tips: [], others: [] };
    return range[2] === '..'
      ? { tips: [other], others: [one] }
      : { tips: [one, other], others: mergeBases(this.#revisions, one, other) };
  }

  /** Untracked files are kept in a third parent. */
  #ofStash(revisions: readonly string[]): readonly string[] {
    const [text = 'stash@{0}'] = revisions;
    const ids = this.#ids([/^\d+$/.test(text) ? `stash@{${text}}` : text]);
    const untracked = ids.flatMap((id) => this.#revisions.parentsOf(id).slice(2));
    return [...this.#ofCommits(ids), ...untracked.flatMap((id) => this.#namesIn(id))];
  }

  /** What commits changed. A tree by itself is printed as names. */
  #ofCommits(ids: readonly string[]): readonly string[] {
    return ids.flatMap((id) => {
      if (this.#kind(id) === 'tree') return [];
      const parents = this.#revisions.parentsOf(id).map((parent) => this.#tree(parent));
      const before = parents.length > 0 ? parents : [undefined];
      return before.flatMap((tree) => changedNames(this.#objects, tree, this.#tree(id)));
    });
  }

  #namesOf(text: string): readonly string[] {
    return this.#ids([text]).flatMap((id) => this.#namesIn(id));
  }

  #namesIn(id: string): readonly string[] {
    return namesIn(this.#objects, this.#tree(id));
  }

  #tree(id: string): string {
    return this.#kind(id) === 'tree' ? id : this.#revisions.treeOf(id);
  }

  #kind(id: string) {
    return this.#objects.read(id).kind;
  }

  /** Without the parents that are not there: git stops at those. */
  #ids(texts: readonly string[]): string[] {
    return texts.flatMap((text) => this.#id(text) ?? []);
  }

  #id(text: string): string | undefined {
    const id = this.#revisions.resolve(text);
    return id === undefined ? undefined : this.#revisions.peel(id);
  }
}
