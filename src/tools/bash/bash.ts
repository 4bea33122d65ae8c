import { countOf, oneLine } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { loadedLater } from '../../tool/loaded-later.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import { codeBlocks, lineBlocks, type Rendered } from '../../tool/rendering.ts';
import type { PromptContext } from '../../tool/tool.ts';
import { INPUT_SCHEMAS } from '../input-schemas.ts';
import { bashFailed, bashRendered, bashResultBlock, bashText } from './bash-result.ts';
import type { BashInput, BashOutput, BashProgress } from './bash-schema.ts';
import { pollingProblem } from './polling.ts';

/** Linux takes no longer argument, bytes (`MAX_ARG_STRLEN`, less the terminating NUL). */
const LONGEST_COMMAND = 131_071;

const schemas = loadedLater(() => import('./bash-schema.ts'));
/** The parser of command lines is large; no call comes before the first answer. */
const safety = loadedLater(() => import('./bash-safety.ts'));

export const bashTool = buildTool<BashInput, BashOutput, BashProgress>({
  name: 'Bash',
  searchHint: 'run shell command terminal test build git',
  alwaysLoad: true,
  // Output is cut by the tool itself, which has the whole of it on disk.
  maxResultSizeChars: 32_000,
  description: () => 'Runs a command line in bash.',
  prompt: manual,
  inputSchema: () => schemas.get().bashInputSchema(),
  inputJSONSchema: INPUT_SCHEMAS.Bash,
  outputSchema: () => schemas.get().bashOutputSchema(),
  prepare,
  isReadOnly: (input, context) => safety.get().isReadOnlyCommand(input, context),
  isDestructive: (input, context) => safety.get().isDestructiveCommand(input, context),
  isConcurrencySafe: (input, context) => safety.get().isSafeBesideOthers(input, context),
  failureCancelsSiblings: true,
  toAutoClassifierInput: (input) => input.command,
  subjectFields: ['command'],
  preparePermissionMatcher: (input, context) => safety.get().bashSubject(input, context),
  validateInput: async (input) => {
    const problem = commandProblem(input.command);
    if (problem) throw new ToolRefusal(problem);
  },
  call: async (input, context, onProgress) => {
    const { runCommand } = await import('./run-command.ts');
    return runCommand(input, context, onProgress);
  },
  mapToolResultToToolResultBlockParam: bashResultBlock,
  extractSearchText: bashText,
  rendering: {
    use: usedBlocks,
    progress: ({ elapsedSeconds, lines, outputBytes }) => [
      {
        type: 'line',
        text: `${elapsedSeconds} s, ${countOf(lines, 'line')}, ${countOf(outputBytes, 'byte')}`,
      },
    ],
    result: bashRendered,
    summary: (input, output) => oneLine(`Bash ${input.command}`, 200) + outcome(output),
  },
});

/** Also goes through the first steps of a call once: their first time takes 10 ms longer than any other. */
async function prepare(): Promise<void> {
  const [{ preparePipes }] = await Promise.all([
    import('../../base/real-pipe.ts'),
    import('./run-command.ts'),
    schemas.load(),
    safety.load(),
  ]);
  preparePipes();
  schemas.get().bashInputSchema().safeParse({ command: 'true' });
  safety.get().rehearse();
}

function commandProblem(command: string): string | undefined {
  if (command.trim() === '') return '`command` is empty.';
  if (command.includes('\0')) return '`command` holds a NUL character, which no command can.';
  if (Buffer.byteLength(command) > LONGEST_COMMAND) {
    return '`command` is longer than the system allows (128 KiB). Put the script into a file and run that.';
  }
  return pollingProblem(command);
}

/** What it was for, in the model's words, the command, and how long it may take. */
function usedBlocks({ description, command, timeout }: BashInput): Rendered {
  return [
    ...lineBlocks(description ? [description] : []),
    ...codeBlocks(command, 'bash'),
    ...lineBlocks(timeout === undefined ? [] : [`Time limit ${timeout} ms`]),
  ];
}

function outcome(output: BashOutput | undefined): string {
  if (!output || !bashFailed(output)) return '';
  return output.timedOutAfterMs === undefined
    ? ` (exit code ${output.exitCode})`
    : ` (timed out after ${output.timedOutAfterMs} ms)`;
}

function manual({ toolNames, timeoutMs }: PromptContext): string {
  const others = [
    ['Read', 'read files'],
    ['Grep', 'search in them'],
    ['Glob', 'find them'],
    ['Edit', 'change them'],
  ].filter(([name]) => toolNames.has(name ?? ''));
  const rather = others.map(([name, what]) => `${name} to ${what}`).join(', ');
  return [
    'Runs a command line in bash and gives its output, both streams in one.',
    'Each call is a new shell: the directory stays for the next call while it is inside the workspace, variables do not.',
    `A call ends after ${timeoutMs} ms or its \`timeout\`, with all it started; nothing runs on in the background.`,
    'There is no input, terminal or sudo. Wait with a deadline: `timeout 60 COMMAND`.',
    'Every part of a command line must be allowed: prefer simple commands to chains.',
    'A search from the top must leave out `.git`: `git grep X`, `rg X`, `grep -rn --exclude-dir=.git X .`.',
    'Output over 30,000 characters is cut in the middle and kept whole in a file.',
    rather && `Rather use ${rather}.`,
  ]
    .filter((line) => line)
    .join(' ');
}
