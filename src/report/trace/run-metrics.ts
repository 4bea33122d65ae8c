import { Measured } from './histogram.ts';
import type { Attributes, Span } from './span.ts';

// Bounds as the conventions advise: powers of four, and of two.
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);
const SECONDS = Array.from({ length: 18 }, (_, power) => 0.01 * 2 ** power);

/** The metrics of a run: all of them follow from its spans. */
export class RunMetrics {
  readonly #tokens = histogram('gen_ai.client.token.usage', '{token}', 'Tokens used.', TOKENS);
  readonly #requests = seconds('gen_ai.client.operation.duration', 'Time a request took.');
  readonly #calls = seconds('gen_ai.execute_tool.duration', 'Time a call took.');
  readonly #runs = seconds('gen_ai.invoke_agent.duration', 'Time a run took.');
  readonly #decisions = new Measured({
    name: 'unattended.decisions',
    unit: '{decision}',
    description: 'Decisions about calls.',
    bounds: undefined,
  });

  get measured(): readonly Measured[] {
    const all = [this.#tokens, this.#requests, this.#calls, this.#runs, this.#decisions];
    return all.filter(({ points }) => points.length > 0);
  }

  record(span: Span): void {
    const duration = (span.end - span.start) / 1000;
    switch (span.attributes['gen_ai.operation.name']) {
      case 'chat':
        this.#requests.add(duration, pick(span.attributes, [...MODEL, 'error.type']));
        this.#usage(span.attributes);
        break;
      case 'execute_tool':
        this.#calls.add(duration, pick(span.attributes, ['gen_ai.tool.name', 'error.type']));
        break;
      case 'invoke_agent':
        this.#runs.add(duration, pick(span.attributes, RUN));
        break;
      default:
        if (span.name === 'permission_decision') {
          this.#decisions.add(1, pick(span.attributes, DECISION));
        }
    }
  }

  #usage(attributes: Attributes): void {
    for (const type of ['input', 'output']) {
      const tokens = attributes[`gen_ai.usage.${type}_tokens`];
      if (typeof tokens !== 'number') continue;
      this.#tokens.add(tokens, { ...pick(attributes, MODEL), 'gen_ai.token.type': type });
    }
  }
}

const MODEL = [
  'gen_ai.operation.name',
  'gen_ai.provider.name',
  'gen_ai.request.model',
  'gen_ai.response.model',
];
const RUN = ['gen_ai.agent.name', 'gen_ai.request.model', 'unattended.stop_reason', 'error.type'];
const DECISION = ['unattended.decision.behavior', 'unattended.decision.step'];

function seconds(name: string, description: string): Measured {
  return histogram(name, 's', description, SECONDS);
}

function histogram(name: string, unit: string, description: string, bounds: readonly number[]) {
  return new Measured({ name, unit, description, bounds });
}

function pick(attributes: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(names.map((name) => [name, attributes[name]]));
}
