import { compileText, isExact } from './match-text.ts';
import type { Rule } from './rule.ts';
import type { RuleListName, RuleProblem } from './rule-problem.ts';

/** Programs that run what they are given: to allow them with a wildcard is to allow everything. */
const RUNNERS = new Set(
  'bash sh zsh dash ksh fish eval exec sudo doas su env xargs parallel ssh'.split(' '),
);
/**
 * Programs that take a program as text, and may do anything by it: what they read, write and start is not
 * looked for in there. Behind a file's name (`python3 tools/x.py *`) they run that file.
 */
const INTERPRETERS =
  /^(?:(?:g|m|n)?awk|sed|perl|python(?:\d[\d.]*)?|ruby|node|deno|bun|php|lua|tclsh|osascript|pwsh|powershell|ed|ex|vim?|emacs|sqlite3|psql|mysql|gdb)$/u;
/** Programs whose commands are looked into for refusals, but allowed by their exact text alone. */
const EXACT_ONLY = new Set(['watch', 'setsid', 'ionice', 'flock']);

/** `undefined`: nothing to say. */
export function lintCommandRule(
  { text, tool }: Rule,
  specifier: string,
  list: RuleListName,
): RuleProblem | undefined {
  const problem = neverMatching(text, tool, specifier);
  if (problem) return problem;
  // Hardly any rule has one of these; the look at its quotes is for those.
  if (/[&|;\n]/u.test(specifier) && /&&|\|\||;| \| |\n/u.test(unquoted(specifier))) {
    const message = `"${text}" never matches, as rules are held against one command at a time; write a rule for each.`;
    return { level: 'error', message };
  }
  return list === 'allow' ? lintAllow(text, tool, specifier) : undefined;
}

/** Without what quotes and backslashes take from the shell: there, a separator separates nothing. */
function unquoted(specifier: string): string {
  return specifier.replace(/\\.|'[^']*(?:'|$)|"(?:\\.|[^"\\])*(?:"|$)/gsu, '');
}

function neverMatching(text: string, tool: string, specifier: string): RuleProblem | undefined {
  const field = specifier.startsWith('command:') ? specifier.slice('command:'.length) : '';
  if (field !== '' && field !== '*') {
    return { level: 'error', message: `"${text}" never matches; write ${tool}(${field}).` };
  }
  if (specifier === specifier.trim()) return undefined;
  const message = `"${text}" never matches, as no command starts or ends with a blank; write ${tool}(${specifier.trim()}).`;
  return { level: 'error', message };
}

function lintAllow(text: string, tool: string, specifier: string): RuleProblem | undefined {
  const [pattern] = compileText(specifier);
  if (pattern === undefined || isExact(pattern)) return undefined;
  const [word = '', ...rest] = (pattern.pieces[0] ?? '').split(' ');
  if (EXACT_ONLY.has(word)) {
    const message = `"${text}" never matches: a command of ${word} is allowed by its exact text alone.`;
    return { level: 'error', message };
  }
  if (RUNNERS.has(word)) {
    const message = `"${text}" allows any command, as ${word} runs what it is given; name the command itself.`;
    return { level: 'warning', message };
  }
  if (INTERPRETERS.test(word) && takesText(rest)) {
    const message = `"${text}" is wider than it looks: ${word} runs any program text that it is given, and rules for paths are not held against that; name the file or the text that it runs.`;
    return { level: 'warning', message };
  }
  if (!/[\w-]\*$/u.test(specifier) || pattern.pieces.length > 2) return undefined;
  const start = specifier.slice(0, -1);
  const message = `"${text}" also allows every other word that starts so; write ${tool}(${start} *) for ${start} alone.`;
  return { level: 'warning', message };
}

/** Nothing but an option for text stands before the wildcard. */
function takesText(words: readonly string[]): boolean {
  const given = words.filter((one) => one !== '');
  return (
    given.every((one) => one.startsWith('-')) &&
    (given.length === 0 ||
      given.some((one) => /^-[a-zA-Z]*[eEcrpnif]$|^--(?:eval|print|require|import)$/u.test(one)))
  );
}
