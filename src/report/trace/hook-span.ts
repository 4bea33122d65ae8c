import type { RunEvent } from '../../events/run-event.ts';
import type { OpenSpan, SpanBook } from './span-book.ts';

/** The span of a hook, of which is told when it has ended. */
export function hookSpan(
  book: SpanBook,
  parent: OpenSpan | undefined,
  { at, run }: Extract<RunEvent, { type: 'hook_response' }>,
): void {
  const name = `hook ${run.hookEvent}`;
  const span = book.open({ name, at: at - run.durationMs, parent });
  const attributes = {
    'unattended.hook.event': run.hookEvent,
    'unattended.hook.exit_code': run.exitCode,
    'unattended.hook.outcome': run.outcome,
  };
  book.end(span, at, attributes, run.outcome === 'success' ? undefined : run.outcome);
}
