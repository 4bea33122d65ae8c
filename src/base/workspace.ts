/** The folders of a run. All paths are absolute and real (links resolved). */
export interface Workspace {
  /** The checkout, top of the git work tree: what a tool may touch without being asked about. */
  readonly root: string;
  /** Where the agent works, inside `root` (the input `working_directory`, else `root`). */
  readonly directory: string;
  readonly home: string;
  /** This run's own folder: transcript, persisted outputs (`outputs/`), context files (`context/`). */
  readonly runDirectory: string;
}
