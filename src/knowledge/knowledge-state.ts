import type { InstructionFile, LoadReason } from './instructions/instruction-file.ts';
import type { PathRule } from './instructions/path-rule.ts';
import type { Skill } from './skills/skill.ts';
import type { KnowledgeSource } from './source.ts';

export interface KnowledgeOptions {
  /** The repository: the working tree, or a commit. */
  readonly project: KnowledgeSource;
  /** The user's own folder; `undefined`: there is none. */
  readonly user: KnowledgeSource | undefined;
  /** Where the agent works, from the top of the repository; empty: at its top. */
  readonly directory: string;
  /** Whether folders further down may have skills, which are read when the first of their files is. */
  readonly mayNestSkills: () => Promise<boolean>;
}

/** What the policy and settings say of it. */
export interface KnowledgeLimits {
  /** Globs of absolute paths (`claudeMdExcludes` of settings). */
  readonly excludes: readonly string[];
  /** Whether a rule forbids to read a file, by absolute path. */
  readonly hides: (path: string) => boolean;
}

/** Instructions that came into the conversation, for hooks and reports. */
export interface LoadedFile {
  /** As people know it. */
  readonly path: string;
  readonly absolute: string;
  readonly memoryType: InstructionFile['memoryType'];
  readonly reason: LoadReason;
  readonly globs?: readonly string[];
  /** Absolute path of the file that it was read for. */
  readonly trigger?: string;
  /** Absolute path of the file that imports it. */
  readonly parent?: string;
}

/** What is to be said because of a file that was read. */
export interface Told {
  readonly text: string;
  readonly loaded: readonly LoadedFile[];
}

/** What is known of what the repository and the user tell every agent. */
export class KnowledgeState {
  readonly options: KnowledgeOptions;
  /** By the name they are called by. */
  readonly skills = new Map<string, Skill>();
  /** For the first message; `undefined`: there are none. */
  instructions: string | undefined;
  loaded: readonly LoadedFile[] = [];
  /** Sentences for the maintainers; taken out when they are told. */
  readonly notices: string[] = [];
  /** AGENTS.md stands for CLAUDE.md. */
  agentsMd = false;
  /** Rules that wait for a file, with the folder that has each. */
  rules: readonly { readonly rule: PathRule; readonly folder: string }[] = [];
  /** Instructions that stand in the conversation, as people know them. */
  known = new Set<string>();
  /** Folders that were looked into. */
  folders = new Set<string>();

  /** Skills may come up later. */
  mayNestSkills = false;
  /** The model has the tool that calls skills. */
  offersSkills = false;
  /** Names of skills that the model was told of since the start. */
  readonly announced = new Set<string>();
  limits: KnowledgeLimits = { excludes: [], hides: () => false };
  #start: Pick<KnowledgeState, 'rules' | 'known'> = { known: new Set(), rules: [] };

  constructor(options: KnowledgeOptions) {
    this.options = options;
  }

  /** Folders from the top to where the agent works. */
  get chain(): string[] {
    const names = this.options.directory.split('/').filter(Boolean);
    return ['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))];
  }

  /** The conversation was shortened: what was told since the start is told again when it is needed. */
  forget(): void {
    this.folders = new Set(this.chain);
    this.known = new Set(this.#start.known);
    this.rules = this.#start.rules;
    this.announced.clear();
  }

  /** What stands in the first message stays there. */
  keepStart(): void {
    this.#start = { known: new Set(this.known), rules: this.rules };
  }

  takeNotices(): string[] {
    return this.notices.splice(0);
  }
}
