import {
  closeSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { ConfigError, messageOf } from '../../base/errors.ts';
import { oneLine } from '../../base/text.ts';
import { readTranscript } from '../../report/html/read-transcript.ts';
import { runPage } from '../../report/html/run-page.ts';
import { loadToolForms } from '../../report/html/tool-forms.ts';
import { getAllBaseTools } from '../../tools/all.ts';
import { readFileAndFlags } from './arguments.ts';
import type { CommandEnvironment } from './command.ts';

/** `unattended view`: a recorded run as one HTML page. */
export async function runView(argv: readonly string[], io: CommandEnvironment): Promise<number> {
  const { file, flags } = readFileAndFlags(argv, {
    output: { type: 'string', short: 'o' },
    json: { type: 'boolean' },
  });
  if (file === undefined)
    throw new ConfigError(
      'Say which run: give the path of its transcript.json or transcript.jsonl.',
    );
  const formOf = await loadToolForms(getAllBaseTools());
  const page = runPage(() => readTranscript(file), formOf);
  if (flags.output !== undefined) {
    const bytes = writePieces(flags.output, page, file);
    io.out(
      flags.json
        ? `${JSON.stringify({ file: flags.output, bytes })}\n`
        : `Wrote ${flags.output}.\n`,
    );
  } else if (flags.json) {
    const html = [...page].join('');
    io.out(`${JSON.stringify({ file: null, bytes: Buffer.byteLength(html), html })}\n`);
  } else {
    for (const piece of page) io.out(piece);
  }
  return 0;
}

/** Writes the page under another name first: who looks for it finds all of it or none. */
function writePieces(path: string, pieces: Iterable<string>, source: string): number {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && realpathSync(path) === realpathSync(source))
    throw new ConfigError(`-o can't be ${path}: that is the transcript itself.`);
  // A pipe or a device can't be replaced by a file.
  const target = there && !there.isFile() ? path : `${path}.${process.pid}.tmp`;
  try {
    const bytes = writeAll(target, pieces);
    if (target !== path) renameSync(target, path);
    return bytes;
  } catch (error) {
    if (target !== path) rmSync(target, { force: true });
    if (error instanceof ConfigError || !(error instanceof Error) || !('code' in error))
      throw error;
    throw new ConfigError(`${path} can't be written: ${oneLine(messageOf(error))}`, {
      cause: error,
    });
  }
}

function writeAll(path: string, pieces: Iterable<string>): number {
  const descriptor = openSync(path, 'w');
  let bytes = 0;
  try {
    for (const piece of pieces) {
      const data = Buffer.from(piece);
      for (let at = 0; at < data.length; ) at += writeSync(descriptor, data, at);
      bytes += data.length;
    }
  } finally {
    closeSync(descriptor);
  }
  return bytes;
}
