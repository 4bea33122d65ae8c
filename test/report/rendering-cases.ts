import fc from 'fast-check';

/** What would be live in one form or another. */
export const HOSTILE = [
  '<script>alert(1)</script>',
  '</code></pre></details><img src=x onerror=alert(1)>',
  '&lt;b&gt; &#64;all &copy',
  '" onmouseover="x" \'',
  '@octocat fixes #1 https://evil.example ![x](//evil.example)',
  '```\n@octocat\n~~~\n````',
  '` `` ``` ````',
  '::error::forged',
  '##[error]forged',
  '\n::add-mask::x\r\n::debug::y',
  '\u001b[31mred\u001b[0m \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007',
  'a\u202egnp.exe\u202c \u2066b',
  '@unattended go \u200b@unat\u200btended',
  '<!-- unattended:0a1b -->',
  '<!-- unattended: and no end',
  '@@ -1,1 +1,1 @@',
  '- [x] done | a | b',
  '    indented\n\n\tcode',
  '',
] as const;

const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 4 }).map((texts) => texts.join('')),
);

/** A marked text of the data is told from the words of a tool by its borders, whatever it holds. */
export const MARKED = /⟦(\d+):([\s\S]*?):\1⟧/g;
const text = fc
  .tuple(fc.nat(999_999), hostile)
  .map(([id, words]) => `⟦${id}:${words.replace(/[⟦⟧]/g, '')}:${id}⟧`);
/** Where a tool puts something before each line, a text is marked line by line. */
const line = text.map((words) => words.replace(/[\n\r]/g, ' '));
const lines = fc.array(line, { maxLength: 5 }).map((all) => all.join('\n'));
const notes = fc.array(text, { maxLength: 3 });
const number = fc.nat(9_999);

const hunks = fc.array(
  fc.record({
    oldStart: number,
    oldLines: number,
    newStart: number,
    newLines: number,
    lines: fc.array(
      fc.tuple(fc.constantFrom(' ', '+', '-'), line).map(([mark, words]) => mark + words),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { maxLength: 3 },
);
/** Either what it is or what is being done is shown. */
const todo = fc
  .tuple(text, fc.constantFrom('pending', 'in_progress', 'completed'))
  .map(([content, status]) => ({ content, status, activeForm: content }));

const found = {
  path: text,
  line: number.map((n) => n + 1),
  severity: fc.constantFrom('error', 'warning', 'notice'),
  message: text,
};

/** Inputs and outputs of one tool, and what its renderings may say besides them. */
export interface RenderingCase {
  readonly input: fc.Arbitrary<Readonly<Record<string, unknown>>>;
  readonly output: fc.Arbitrary<Readonly<Record<string, unknown>>>;
  readonly progress?: fc.Arbitrary<unknown>;
  /** Fields of the output that are shown by others (a patch shows both texts). */
  readonly hidden?: readonly string[];
  /** Every word of the tool's own. */
  readonly words: string;
  /** Turns the text of a rendering back where the tool writes the data in a syntax. */
  readonly decode?: (text: string) => string;
}

const flags = {
  '-i': fc.boolean(),
  '-C': number,
  output_mode: fc.constantFrom('content', 'count'),
};

export const RENDERING_CASES: Readonly<Record<string, RenderingCase>> = {
  Bash: {
    input: fc.record(
      { command: text, description: text, timeout: fc.integer({ min: 1 }) },
      { requiredKeys: ['command'] },
    ),
    output: fc.record(
      {
        stdout: fc.oneof(text, fc.constant('')),
        stderr: fc.constant(''),
        interrupted: fc.boolean(),
        exitCode: number,
        signal: text,
        timedOutAfterMs: number,
        returnCodeInterpretation: text,
        notes,
      },
      { requiredKeys: ['stdout', 'stderr', 'interrupted', 'exitCode', 'notes'] },
    ),
    progress: fc.record({ elapsedSeconds: number, outputBytes: number, lines: number }),
    // Whichever says more of how it ended is shown.
    hidden: ['signal'],
    words:
      'Exit code exit timed out after ms Timed the command and all it had started were ended What printed so far The was before done no output Ended by Time limit s line lines byte bytes',
  },
  Brief: {
    input: fc.record({ summary: lines.filter((words) => words !== '') }),
    output: fc.record({ summaryChars: fc.nat(60_000) }),
    words:
      'Before your next answer the summary character characters takes the place of the conversation',
  },
  Edit: {
    input: fc.record({
      file_path: text,
      old_string: lines,
      new_string: lines,
      replace_all: fc.boolean(),
    }),
    output: fc.record(
      {
        filePath: text,
        oldString: text,
        newString: text,
        originalFile: text,
        structuredPatch: hunks,
        userModified: fc.constant(false),
        replaceAll: fc.boolean(),
        lines: fc.array(number, { maxLength: 5 }),
        created: fc.boolean(),
        note: text,
      },
      {
        requiredKeys: [
          'filePath',
          'oldString',
          'newString',
          'originalFile',
          'structuredPatch',
          'userModified',
          'replaceAll',
          'lines',
          'created',
        ],
      },
    ),
    hidden: ['oldString', 'newString', 'originalFile'],
    words: 'every occurrence Created Edited place places line lines and',
  },
  Glob: {
    input: fc.record({ pattern: text, path: text }, { requiredKeys: ['pattern'] }),
    output: fc
      .record({ filenames: fc.array(text, { maxLength: 5 }), more: number, notes })
      .map(({ filenames, more, notes: said }) => ({
        durationMs: 1,
        numFiles: filenames.length,
        filenames,
        truncated: more > 0,
        totalMatches: filenames.length + more,
        countIsComplete: true,
        notes: said,
      })),
    words: 'in No files found file files more changed earlier not listed Use a narrower pattern',
  },
  Grep: {
    input: fc
      .record({ pattern: text, path: text, glob: text, type: text, ...flags }, { requiredKeys: [] })
      .map((input) => ({ pattern: '⟦1:x:1⟧', ...input })),
    output: fc.oneof(
      fc.array(text, { maxLength: 4 }).map((filenames) => ({
        mode: 'files_with_matches',
        numFiles: filenames.length,
        filenames,
        totalFiles: filenames.length,
        notes: [],
      })),
      fc.record({
        mode: fc.constantFrom('content', 'count'),
        numFiles: number,
        filenames: fc.constant([]),
        content: text,
        numMatches: number,
        totalFiles: fc.integer({ min: 1, max: 99 }),
        notes,
      }),
    ),
    words:
      'in i C true false output mode content count No matches match found Found file files matching line lines',
  },
  Read: {
    input: fc.record(
      { file_path: text, offset: number, limit: fc.integer({ min: 1 }) },
      { requiredKeys: ['file_path'] },
    ),
    output: fc.oneof(
      fc.record({ filePath: text }).map((file) => ({ type: 'file_unchanged', file })),
      fc
        .record({ shown: fc.array(line, { maxLength: 5 }), startLine: number, more: number, notes })
        .map(({ shown, startLine, more, notes: said }) => ({
          type: 'text',
          file: {
            filePath: '/a',
            content: shown.join('\n'),
            numLines: shown.length,
            startLine,
            totalLines: shown.length + more,
            notes: said,
          },
        })),
    ),
    words: 'lines line of no is unchanged the earlier answer with these still holds',
  },
  ReportFindings: {
    input: fc.record({
      findings: fc.array(
        fc.record({ ...found, end_line: number.map((n) => n + 1), suggestion: text }),
        { maxLength: 3 },
      ),
    }),
    output: fc.record({
      reportedFindings: fc.array(
        fc.record({ ...found, endLine: number, suggestion: text, text: lines }),
        { maxLength: 3 },
      ),
      total: number,
    }),
    // The call shows the suggestion; the lines stand in the file.
    hidden: ['suggestion', 'text'],
    words: 'error warning notice nothing found none and more',
  },
  StructuredOutput: {
    input: fc.dictionary(fc.constantFrom('a', 'b', 'c'), text),
    output: fc.record({ structured_output: fc.dictionary(fc.constantFrom('a', 'b', 'c'), text) }),
    words: 'a b c field fields',
    decode: (json) =>
      json.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => JSON.parse(literal) as string),
  },
  Skill: {
    input: fc.record(
      { skill: text.filter(({ length }) => length <= 500), args: text },
      { requiredKeys: ['skill'] },
    ),
    output: fc.record({
      skill: text,
      file: text,
      chars: fc.integer({ min: 0, max: 9 }),
      notes: fc.array(text, { maxLength: 2 }),
    }),
    words: 'The instructions of character characters follow',
  },
  Snip: {
    input: fc.record({ keep_last: fc.integer({ min: 1, max: 1_000 }) }, {}),
    output: fc.record({ keepLast: fc.integer({ min: 1, max: 1_000 }) }),
    words: 'Before your next answer old results are cleared the latest result stay',
  },
  TodoWrite: {
    input: fc.record({ todos: fc.array(todo, { maxLength: 4 }) }),
    output: fc.record({ oldTodos: fc.constant([]), newTodos: fc.array(todo, { maxLength: 4 }) }),
    words: 'x of item items done',
  },
  ToolSearch: {
    input: fc.record(
      { query: text, max_results: fc.integer({ min: 1, max: 50 }) },
      { requiredKeys: ['query'] },
    ),
    output: fc.record({
      query: text,
      found: fc.array(text, { maxLength: 3 }),
      notes: fc.array(text, { maxLength: 2 }),
      total: fc.nat(100),
    }),
    // The notes say of it what there is to say.
    hidden: ['query'],
    words: 'tool tools',
  },
  Write: {
    input: fc.record({ file_path: text, content: text }),
    output: fc.record({
      type: fc.constantFrom('create', 'update'),
      filePath: text,
      content: text,
      structuredPatch: hunks,
      originalFile: fc.constant(null),
      userModified: fc.constant(false),
    }),
    hidden: ['content'],
    words: 'Created Replaced the text of',
  },
};
