import { relative, sep } from 'node:path';
import { isInside } from '../../base/paths.ts';
import { countOf } from '../../base/text.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import type { Finding, ToolUseContext } from '../../tool/tool-use-context.ts';
import { lineBreakOf } from '../text-file/line-ends.ts';
import { loadTextIfThere } from '../text-file/load-text.ts';
import { explainMissingFile } from '../text-file/missing-file.ts';
import { toolPath } from '../text-file/tool-path.ts';
import type { FindingsInput } from './report-findings-schema.ts';

type Given = FindingsInput['findings'][number];

/** More than this is no place that one could point at. */
const MAX_LINES = 200;
/** Characters of a message or suggestion: a comment with both has to fit into GitHub's 65,536. */
const MAX_TEXT = 20_000;

/**
 * A finding with its place as reports need it, and the lines themselves: by them it is found again
 * when the file moves on.
 * @param lines of files that were read already, by their real paths
 * @throws ToolRefusal where there is no such place in the checkout
 */
export function locateFinding(
  given: Given,
  context: ToolUseContext,
  lines: Map<string, readonly string[]>,
): Finding {
  const { root } = context.workspace;
  const path = toolPath(given.path, context);
  // The name as written may lead out by a link; a comment can only stand at a file of the repository.
  if (!isInside(path.path, root) || !isInside(path.real, root) || path.path === root)
    throw new ToolRefusal(`${given.path} is not in the checkout ${root}.`);
  const known = lines.get(path.real) ?? linesOf(path, context);
  lines.set(path.real, known);
  const { line, end_line: endLine = line } = given;
  if (endLine < line)
    throw new ToolRefusal(`${given.path}: end_line ${endLine} is before line ${line}.`);
  if (endLine > known.length)
    throw new ToolRefusal(
      `${given.path} has ${countOf(known.length, 'line')}, so none with the number ${Math.max(line, known.length + 1)}.`,
    );
  if (endLine - line >= MAX_LINES)
    throw new ToolRefusal(
      `${given.path}: name at most ${MAX_LINES} lines, those that matter most.`,
    );
  const { severity, rule, message, suggestion } = given;
  for (const text of [message, suggestion ?? ''])
    if (text.length > MAX_TEXT)
      throw new ToolRefusal(
        `${given.path}:${line}: a message or suggestion has ${MAX_TEXT} characters at most.`,
      );
  return {
    path: relative(root, path.path).split(sep).join('/'),
    line,
    endLine,
    severity,
    ...(rule === undefined ? {} : { rule }),
    message,
    ...(suggestion === undefined ? {} : { suggestion }),
    text: known.slice(line - 1, endLine).join('\n'),
  };
}

function linesOf(path: ReturnType<typeof toolPath>, context: ToolUseContext): readonly string[] {
  const file = loadTextIfThere(path, context);
  if (!file) throw new ToolRefusal(explainMissingFile(path, context.workspace));
  const lineBreak = lineBreakOf(file.text);
  const lines = file.text.split(lineBreak).map((line) => line.replace(/\r$/, ''));
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
