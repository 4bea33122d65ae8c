import type { Redactor } from '../base/redactor.ts';
import type { RunEvent } from '../events/run-event.ts';

/** The last event of each redactor: log, transcript and state ask for the same one in turn. */
const latest = new WeakMap<Redactor, { readonly event: RunEvent; readonly clean: RunEvent }>();

/** The event as it may leave the run: the one place where secrets are taken out of what is told. */
export function redactEvent<Event extends RunEvent>(redactor: Redactor, event: Event): Event {
  const known = latest.get(redactor);
  // The same object that went in, so the same kind of event comes out.
  if (known?.event === event) return known.clean as Event;
  const clean = redactor.redactValue(event);
  latest.set(redactor, { event, clean });
  return clean;
}
