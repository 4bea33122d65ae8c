import type { Effect, PathTouch } from '../tool/subject.ts';
import type { ShellScene } from './analysis.ts';
import type { Sink } from './description.ts';
import type { Directories } from './directories.ts';
import { areReadable } from './proof.ts';
import { distinct, effectOfRedirection } from './redirection.ts';
import type { SimpleCommand } from './simple-command.ts';
import { touch } from './touches.ts';

/** What the redirections of a command do, beyond reading what may be read anyway; reports their files. */
export function redirectedEffects(
  { redirections, directories }: SimpleCommand,
  scene: ShellScene,
  sink: Sink,
): readonly Effect[] {
  const effects = new Set<Effect>();
  for (const redirection of distinct(redirections)) {
    const effect = effectOfRedirection(redirection);
    if (effect.kind === 'none') continue;
    if (effect.kind === 'unclear') {
      sink.problem(effect.reason);
      effects.add('write');
    } else if (effect.kind === 'discloses') {
      effects.add('read');
    } else if (effect.kind === 'network') {
      sink.problem('A redirection opens a network connection.');
      sink.domain([effect.host]);
      effects.add('network');
    } else {
      const isHarmless = touchFile(effect, directories, scene, sink);
      if (!isHarmless) effects.add(effect.kind);
    }
  }
  return [...effects];
}

/** @returns whether it is only read, and may be. */
function touchFile(
  { file, kind }: { readonly file: string; readonly kind: PathTouch['access'] },
  directories: Directories,
  scene: ShellScene,
  sink: Sink,
): boolean {
  const files = [{ text: file, glob: false }];
  const { touches, problem } = touch(files, kind, directories, scene);
  sink.touch(touches);
  if (problem !== undefined) sink.problem(problem);
  return kind === 'read' && areReadable(files, directories, scene);
}
