import type { ShellAnalysis, ShellScene } from '../../src/shell/analysis.ts';
import { classify } from '../../src/shell/classify.ts';

/** A checkout that does not exist on disk: what is judged is the text alone. */
const SCENE: ShellScene = {
  cwd: '/checkout',
  home: '/home/someone',
  root: '/checkout',
};

export function look(command: string, scene: Partial<ShellScene> = {}): ShellAnalysis {
  return classify(command, { ...SCENE, ...scene });
}

export function textsOf(command: string): string[] {
  return look(command).commands.map(({ text }) => text);
}

/** `read path`, `write path` of everything touched. */
export function touchesOf(command: string, scene: Partial<ShellScene> = {}): string[] {
  return look(command, scene).paths.map(({ access, path }) => `${access} ${path.path}`);
}
