import type { Shell } from './directories.ts';
import type { ShellRedirection, SimpleCommand } from './simple-command.ts';
import type { WordValue } from './word.ts';

/** Where the walk puts what it finds. */
interface Findings {
  command(command: SimpleCommand, shell: Shell): void;
  /** A function is defined: from then on its name is no known program. */
  functionName(name: string): void;
  /** Why the line can't be understood; the first one is told. */
  problem(reason: string): void;
}

/** The surroundings of a node. */
export interface Scope {
  readonly findings: Findings;
  readonly home: string;
  readonly source: string;
  /** Set for text whose offsets aren't those of the line: nested scripts stand where their word stands. */
  readonly span: readonly [number, number] | undefined;
  readonly provable: boolean;
  readonly depth: number;
}

/** Reports something that is no simple command as if it were one. */
export function report(
  node: { readonly pos: number; readonly end: number },
  shell: Shell,
  scope: Scope,
  extra: {
    text?: string;
    reads?: readonly WordValue[] | undefined;
    redirections?: readonly ShellRedirection[];
  },
): void {
  scope.findings.command(
    {
      assignments: [],
      words: [],
      source: extra.text ?? scope.source.slice(node.pos, node.end),
      reads: extra.reads,
      redirections: extra.redirections ?? [],
      input: undefined,
      span: scope.span ?? [node.pos, node.end],
      directories: shell.directories,
      provable: scope.provable,
    },
    shell,
  );
}
