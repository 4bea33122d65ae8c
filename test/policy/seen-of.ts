import type { YamlFile } from '../../src/policy/read-yaml.ts';

/** All that a policy asks of the file: its data, its problems and the place of everything in it. */
export function seenOf(file: YamlFile): unknown {
  const places: unknown[] = [];
  const visit = (value: unknown, path: readonly (string | number)[]) => {
    places.push([path, file.placeOf(path), file.placeOfKey(path)]);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      visit(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    }
  };
  visit(file.data, []);
  return { data: file.data, problems: file.problems.map(({ message }) => message), places };
}
