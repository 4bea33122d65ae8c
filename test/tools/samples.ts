/** An input of each tool that its schema takes. Paths need not exist. */
export const SAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Bash: { command: 'echo hello' },
  Brief: { summary: 'The task was to fix the test. '.repeat(10) },
  Edit: { file_path: 'src/a.js', old_string: 'a', new_string: 'b' },
  Glob: { pattern: '**/*.ts' },
  Grep: { pattern: 'needle' },
  Read: { file_path: 'src/a.js' },
  ReportFindings: {
    findings: [
      { path: 'src/a.js', line: 1, severity: 'warning', message: 'A needle in a haystack.' },
    ],
  },
  Skill: { skill: 'release', args: 'minor' },
  Snip: { keep_last: 3 },
  StructuredOutput: { answer: 42 },
  ToolSearch: { query: 'select:mcp__a__b' },
  TodoWrite: { todos: [{ content: 'Do', status: 'pending', activeForm: 'Doing' }] },
  Write: { file_path: 'src/a.js', content: 'text\n' },
};
