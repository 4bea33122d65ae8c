import type { TestCommand } from 'unbash';
import type { Shell } from './directories.ts';
import { hiddenInTest } from './hidden-code.ts';
import { report, type Scope, unmoved } from './scope.ts';
import { readsOfTest } from './test-expression.ts';

/** Reports a `[[ … ]]`. */
export function reportTest(node: TestCommand, shell: Shell, scope: Scope): void {
  const reads = readsOfTest(node.expression, unmoved(scope));
  const source = scope.source.slice(node.pos, node.end);
  const hidden = reads ? undefined : hiddenInTest(source);
  if (/-(?:eq|ne|lt|le|gt|ge|v)\b/.test(source)) scope.findings.evaluated.reckons(source);
  if (hidden !== undefined) scope.findings.problem(hidden);
  report(node, shell, scope, { reads });
}
