import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more, the longest first. */
const LONG = [
  /\/chaos\/chaos\.test/u,
  /\/conformance\/hooks-of/u,
  /\/runs\/ends\.test/u,
  /\/scenarios\.test/u,
  /\/prompt-cache\.test/u,
  /\/runs\/(killed|deliver)/u,
];

/** A long file that begins last keeps one core waiting for it. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a.moduleId) - rankOf(b.moduleId));
  }
}

function rankOf(path: string): number {
  const at = LONG.findIndex((pattern) => pattern.test(path));
  return at === -1 ? LONG.length : at;
}
