import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/** The floors of the house, top first: a folder imports only from itself and from those before it. */
const FLOORS = [
  'base',
  'tool',
  'shell',
  'permission',
  'policy',
  'hooks',
  'model',
  'tools',
  'mcp',
  'knowledge',
  'events',
  'pipeline',
  'agent',
  'report',
  'github',
  'action',
];

const root = join(import.meta.dirname, '../src');
const files = globSync('**/*.ts', { cwd: root });

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((found) =>
    relative(root, join(root, dirname(file), found[1] ?? '')),
  );
}

const floorOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : '');

test('every folder of src is a floor of the house', () => {
  const folders = new Set(files.map(floorOf).filter((folder) => folder !== ''));
  expect([...folders].filter((folder) => !FLOORS.includes(folder))).toEqual([]);
});

test('no arrow points upward', () => {
  const wrong = files.flatMap((file) => {
    const from = floorOf(file);
    if (from === '') return [];
    return importsOf(file)
      .filter(
        (target) =>
          FLOORS.indexOf(floorOf(target)) > FLOORS.indexOf(from) || floorOf(target) === '',
      )
      .map(
        (target) =>
          `${file} imports ${target}: ${from}/ stands before ${floorOf(target) || 'the doors'}/`,
      );
  });
  expect(wrong).toEqual([]);
});

test('no file is a drawer', () => {
  expect(
    files.filter((file) => /(^|\/)(utils?|helpers?|common|lib|types|index)(\/|\.ts$)/.test(file)),
  ).toEqual([]);
});

test('no cycle', () => {
  const graph = new Map(files.map((file) => [file, importsOf(file)]));
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file) || path.includes(file)) return;
    for (const target of graph.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  // Types may refer to each other in a circle within one contract; run-time imports may not.
  expect(
    cycles.filter((cycle) => !cycle.split(' → ').every((file) => file.startsWith('tool/'))),
  ).toEqual([]);
});
