import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isCore, type LabelledCase, readCases } from './read-cases.ts';
import { judgeIn } from './verdict-of.ts';

/** May the tool touch the path with nothing but the rule `Edit`? /w is the workspace. */
interface PathCase extends LabelledCase {
  readonly tool: string;
  readonly path: string;
  readonly want: 'in' | 'out';
  readonly symlinks?: Readonly<Record<string, string>>;
  readonly pattern?: string;
  readonly glob?: string;
}

const FIELDS: Readonly<Record<string, string>> = {
  Glob: 'path',
  Grep: 'path',
  LS: 'path',
  NotebookEdit: 'notebook_path',
};

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'labels-')));
afterAll(() => rmSync(scratch, { recursive: true }));

test('every path is in or out as its label says', async () => {
  const cases = readCases<PathCase>('paths');
  const wrong: PathCase[] = [];
  const scenes = new Map<string, Promise<Scene>>();
  for (const one of cases) {
    const key = JSON.stringify(one.symlinks ?? {});
    const made = scenes.get(key) ?? makeScene(join(scratch, String(scenes.size)), one.symlinks);
    scenes.set(key, made);
    const got = judged(one, await made);
    if (got !== one.want && isCore(one)) wrong.push(one);
  }
  expect(wrong).toEqual([]);
  expect(cases.filter(isCore).length).toBeGreaterThan(400);
});

interface Scene {
  /** A path of the label as it is on this disk. */
  at(path: string): string;
  readonly judge: Awaited<ReturnType<typeof judgeIn>>;
}

async function makeScene(top: string, links: PathCase['symlinks'] = {}): Promise<Scene> {
  const at = (path: string) =>
    path.replace(
      /^(\/+)(w|w2|home\/runner|outside|opt)(?=\/|$)/,
      (_, slashes: string, name: string) => `${slashes.slice(1)}${top}/${name}`,
    );
  for (const folder of ['w/src', 'w/.git', 'w2', 'home/runner/work', 'outside/sub', 'opt']) {
    mkdirSync(join(top, folder), { recursive: true });
  }
  writeFileSync(join(top, 'w/src/a.ts'), '');
  writeFileSync(join(top, 'outside/a'), '');
  for (const [link, target] of Object.entries(links)) symlinkSync(at(target), at(link));
  const root = join(top, 'w');
  const [home, runDirectory] = [join(top, 'home/runner'), join(top, 'run')];
  return { at, judge: await judgeIn({ root, directory: root, home, runDirectory }) };
}

function judged(one: PathCase, { at, judge }: Scene): 'in' | 'out' {
  const input = {
    [FIELDS[one.tool] ?? 'file_path']: at(one.path),
    pattern: one.pattern === undefined ? '*' : at(one.pattern),
    ...(one.glob !== undefined && { glob: at(one.glob) }),
  };
  return judge(one.tool, input, { allow: ['Edit'] }) === 'allow' ? 'in' : 'out';
}
