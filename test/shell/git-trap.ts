import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { classify } from '../../src/shell/classify.ts';
import { quietEnvironment } from '../../src/tools/bash/quiet-git.ts';
import { createRepository, type TestRepository, temporaryFolder } from '../fakes/repository.ts';
import { type ProgramSetting, READING_LINES } from './git-programs.ts';

/** A checkout in which every way to a program leads to one that leaves a trace. */
export interface Trap extends TestRepository {
  readonly environment: Record<string, string>;
  /** Writes the settings into a configuration file of the repository. */
  set(file: string, settings: Readonly<Record<string, string>>): void;
  /** Runs a line in bash and returns the traces of programs that it started. */
  tracesOf(line: string, environment: Readonly<Record<string, string>>): string;
  /** Runs what is said to only read, as the Bash tool does. Returns how many lines that were. */
  readSilently(lines?: readonly string[]): { ran: number; traces: string };
}

export function layTrap(): Trap {
  const outside = temporaryFolder('canary-');
  const traces = join(outside, 'traces');
  const program = (path: string) => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, `#!/bin/sh\necho "$0" >> '${traces}'\ncat 2>/dev/null </dev/null\n`);
    chmodSync(path, 0o755);
  };
  program(join(outside, 'canary'));
  program(join(outside, 'hooks/post-index-change'));
  const repository = repositoryWithAll();
  const { root } = repository;
  const config = readFileSync(join(root, '.git/config'), 'utf8');
  writeFileSync(join(root, '.git/included'), `[diff]\n\texternal = ${join(outside, 'canary')}\n`);
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: outside,
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
  };
  const words = {
    CANARY: join(outside, 'canary'),
    HOOKS: join(outside, 'hooks'),
    INCLUDED: 'included',
  };
  const fill = (text: string) =>
    text.replace(/CANARY|HOOKS|INCLUDED/g, (word) => words[word as keyof typeof words]);
  let age = 1;
  const tracesOf: Trap['tracesOf'] = (line, variables) => {
    rmSync(traces, { force: true });
    // Changed times make git compare contents and bring its index up to date.
    for (const file of ['a.x', 'sub/b.x']) {
      age += 7;
      utimesSync(join(root, file), age, age);
    }
    spawnSync('/bin/bash', ['-c', fill(line)], { cwd: root, env: variables, input: '' });
    return existsSync(traces) ? readFileSync(traces, 'utf8') : '';
  };
  return {
    ...repository,
    environment,
    tracesOf,
    set(file, settings) {
      const lines = Object.entries(settings).map(([key, value]) => settingText(key, fill(value)));
      const isMain = file === '.git/config';
      writeFileSync(join(root, file), `${isMain ? config : ''}${lines.join('')}`);
    },
    readSilently(lines = READING_LINES) {
      const scene = { cwd: root, home: outside, root };
      const silent = lines.filter((line) => classify(line, scene).readOnly);
      const quiet = quietEnvironment(environment, root);
      return {
        ran: silent.length,
        traces: silent.length > 0 ? tracesOf(silent.join('\n'), quiet) : '',
      };
    },
  };
}

/** History, a signature, a stash, notes, a submodule, an object that is missing, attributes for drivers. */
function repositoryWithAll(): TestRepository {
  const repository = createRepository({
    'a.x': 'one\n',
    'lost.txt': 'lost\n',
    'u.utf': 'x\n',
    '.gitattributes':
      '*.x diff=evil filter=evil merge=evil ident\n*.utf working-tree-encoding=UTF-8\n',
  });
  const { root, git, write, commit } = repository;
  const inner = createRepository({
    'b.x': 'one\n',
    '.gitattributes': '*.x filter=evil diff=evil\n',
  });
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub');
  write('a.x', 'two\n');
  const head = commit('two');
  git('tag', '-a', '-m', 'v1', 'v1');
  git('notes', 'add', '-m', 'note');
  const signed = git('cat-file', 'commit', head).replace(
    '\n\n',
    '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n -----END PGP SIGNATURE-----\n\n',
  );
  write('.git/signed', signed);
  git(
    'update-ref',
    'refs/heads/signed',
    git('hash-object', '-t', 'commit', '-w', '.git/signed').trim(),
  );
  write('a.x', 'six\n');
  git('stash', '--quiet');
  write('a.x', 'ten\n');
  write('sub/b.x', 'two\n');
  const lost = git('rev-parse', 'HEAD:lost.txt').trim();
  rmSync(join(root, '.git/objects', lost.slice(0, 2), lost.slice(2)));
  return repository;
}

export function settingText(key: string, value: string): string {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const subsection = first === last ? '' : ` "${key.slice(first + 1, last)}"`;
  return `[${key.slice(0, first)}${subsection}]\n\t${key.slice(last + 1)} = ${value}\n`;
}

export function settingsOf({ key, value = 'CANARY', beside = {} }: ProgramSetting) {
  return { ...beside, [key]: value };
}
