import type { Trust } from '../../github/trust.ts';
import type { RecordedRun } from './read-record.ts';

/** What strangers wrote stays in the conversation: a run that goes on from it is no more trusted than it was. */
export function withTrustOf(trust: Trust, recorded: RecordedRun | undefined): Trust {
  return recorded?.trust === 'untrusted' ? 'untrusted' : trust;
}

/** For the maintainer. */
export function notesOf(trust: Trust, recorded: RecordedRun | undefined): readonly string[] {
  if (trust === 'untrusted' || withTrustOf(trust, recorded) === 'trusted') return [];
  return [
    'The run is untrusted: the run that it goes on from was. Allow rules count for reading alone; anything more needs an answer of the policy that names “trust: untrusted”.',
  ];
}
