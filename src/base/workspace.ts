/** The folders of a run. All paths are absolute and real (links resolved). */
export interface Workspace {
  /** The checkout, top of the git work tree: what a tool may touch without being asked about. */
  readonly root: string;
  /** Where the agent works, inside `root` (the input `working_directory`, else `root`). */
  readonly directory: string;
  readonly home: string;
  /** This run's own folder: transcript, persisted outputs (`outputs/`), context files (`context/`). */
  readonly runDirectory: string;
  /** Places with the rights of the working directory, under every name they have. Absent: none. */
  readonly additional?: readonly string[];
  /** What access outside of all these is closed, whatever the rules say. Absent: none. */
  readonly closedOutside?: readonly ('read' | 'write')[];
}
