import { pathWithout } from '../base/path-variable.ts';

/** What a pull request brings must not take part in judging it: its `jq` could answer for the guard. */
export function apartFromHead(environment: Readonly<Record<string, string>>, root: string) {
  return {
    PATH: pathWithout(environment['PATH'] ?? '', root),
    // Where root runs the job, Python would write its caches beside the scripts.
    PYTHONDONTWRITEBYTECODE: '1',
  };
}
