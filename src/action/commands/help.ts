import { VERSION } from '../version.ts';
import { COMMANDS } from './all.ts';

/** What `unattended --help` prints. */
export function helpText(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length)) + 2;
  const commands = COMMANDS.map(({ name, about }) => `  ${name.padEnd(width)}${about}`).join('\n');
  return `unattended ${VERSION}: a coding agent that runs with nobody at the keyboard

Usage: unattended COMMAND [OPTIONS]

${commands}

unattended COMMAND --help tells a command's options. As a GitHub Action: see README.md.
`;
}
