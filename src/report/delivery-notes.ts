import { listOf } from '../base/text.ts';
import { codeBlock, codeSpan, folded } from './markdown.ts';
import type { NeutraliseOptions } from './neutralise.ts';
import { neutraliseShort } from './neutralise-short.ts';

export interface KeptNote {
  /** Why it was not delivered; absent: the run did not come to its end. */
  readonly reason?: string | undefined;
  /** `false`: the work was to stay in the checkout. */
  readonly wasToDeliver: boolean;
  /** Something was written, or may have been, as the reason says. */
  readonly unfinished?: boolean;
  /** It was killed while it wrote to GitHub: what is known of it, which may be nothing. */
  readonly unsure?: readonly string[] | undefined;
  /** Absent: there is none. */
  readonly patch?: PatchNote | undefined;
}

interface PatchNote {
  readonly file: string;
  readonly leftOut: readonly string[];
  /** Made when no step of the job could take it any more: the summary shows it, or nothing does. Absent: in time. */
  readonly late?: 'shown' | 'lost';
}

/** Where the work is that was not delivered, in Markdown. */
export function keptNote(note: KeptNote, options: NeutraliseOptions): string {
  const { reason, patch } = note;
  const head = headOf(note, options);
  const why = reason === undefined ? undefined : neutraliseShort(reason, options, 1_000);
  const where = patch && patchNote(patch, options);
  return [head, why, where].filter((part) => part !== undefined).join(' ');
}

function headOf(note: KeptNote, options: NeutraliseOptions): string | undefined {
  const { wasToDeliver, unfinished, unsure, patch } = note;
  if (!wasToDeliver) return patch ? undefined : '**The work could not be kept as a patch.**';
  if (unfinished) return '**The delivery did not come to its end.**';
  if (unsure === undefined) return '**Nothing was delivered.**';
  const known = unsure.length === 0 ? 'it wrote' : `it wrote: ${unsure.join(', ')}`;
  return `**It is not known whether anything was delivered**: the run was killed while ${neutraliseShort(known, options, 1_000)}. Look at the branch.`;
}

export function patchNote(patch: PatchNote, options: NeutraliseOptions): string {
  const names = patch.leftOut.map((path) => codeSpan(path, options, 200));
  const without =
    names.length === 0 ? '' : ` Left out of it, because they may hold a secret: ${listOf(names)}.`;
  const output = patch.late ? '' : ' (the output `patch_file`)';
  return `The work is a patch: ${codeSpan(patch.file, options, 500)}${output}, for \`git apply\`. ${KEPT[patch.late ?? 'kept']}${without}`;
}

const KEPT = {
  kept: 'When the job ends it is gone: a step with actions/upload-artifact and `if: always()` keeps it.',
  shown:
    'It was made after all steps, so none could keep it: the step summary shows the whole of it.',
  lost: 'It was made after all steps, so none could keep it: on a runner of GitHub it is gone.',
} as const;

/** The longest patch that a summary shows, characters. */
const MOST_SHOWN = 100_000;

/** A patch to be copied from the summary; empty: it is too long, or would not stay what it is there. */
export function patchShown(patch: string, options: NeutraliseOptions): string {
  if (patch.length > MOST_SHOWN) return '';
  const block = codeBlock(patch, 'diff', options, MOST_SHOWN);
  return block.includes(patch.trimEnd()) ? folded('The work as a patch', block) : '';
}

/** Where the work went, in Markdown. */
export function deliveredNote(
  delivered: {
    readonly branch: string;
    readonly commit: string;
    readonly pull: { readonly number: number; readonly url: string } | undefined;
  },
  /** The repository's page; `undefined`: not known. */
  page: string | undefined,
  options: NeutraliseOptions,
): string {
  const { branch, commit, pull } = delivered;
  const short = `\`${commit.slice(0, 7)}\``;
  const linked = page === undefined ? short : `[${short}](${page}/commit/${commit})`;
  const where = `commit ${linked} on ${codeSpan(branch, options, 250)}`;
  return pull === undefined
    ? `**Delivered:** ${where}`
    : `**Delivered:** #${pull.number}, ${where}`;
}
