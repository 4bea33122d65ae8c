import { listOf } from '../base/text.ts';
import type { DeliveryLimits } from './policy.ts';

const FORMS = {
  patch: 'a patch',
  commit: 'a commit onto the branch of the pull request',
  'pull-request': 'a pull request',
} as const;

/** What becomes of the changes, in plain lines for the system prompt: the same bytes in every turn. */
export function describeDelivery(mode: keyof typeof FORMS, limits: DeliveryLimits): string {
  const { allowedFiles, protectedFiles, maxFiles } = limits;
  const lines = [
    `When you have ended, the job itself makes ${FORMS[mode]} of what differs from the start. Leave it in the working tree, without files that don’t belong there; there is nothing to commit or push.`,
    ...(allowedFiles ? [`Delivered are only: ${listOf(allowedFiles, 50)}.`] : []),
    ...(protectedFiles.length > 0 ? [`Never delivered: ${listOf(protectedFiles, 50)}.`] : []),
    `A secret, a workflow, a repository within the repository, or more than ${maxFiles} changed files stop the whole delivery.`,
  ];
  return lines.map((line) => `- ${line}`).join('\n');
}
