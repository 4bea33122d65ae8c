import { formatDuration } from '../format.ts';
import { escapeHtml } from '../render/escape-html.ts';
import { type CallOptions, type CallParts, callHtml } from './call-html.ts';
import { code, folded, json, words } from './element.ts';
import { blocksOf, type Fields, fieldsOf, numberOf, textOf, timeOf } from './fields.ts';
import type { Entry } from './read-transcript.ts';
import type { RunFacts } from './run-facts.ts';

/** The run message by message. A call is drawn where its result came; only open ones are kept in memory. */
export function* runHtml(
  entries: Iterable<Entry>,
  facts: RunFacts,
  options: CallOptions,
): Generator<string> {
  const writer = new RunWriter(facts, options);
  for (const entry of entries) {
    yield 'cut' in entry
      ? `<p class="warning">${escapeHtml(entry.cut)}</p>\n`
      : writer.draw(entry.message);
  }
  yield writer.end();
}

class RunWriter {
  readonly #facts: RunFacts;
  readonly #options: CallOptions;
  readonly #open = new Map<string, CallParts>();
  #messageId = '';
  #turn = 0;
  #prompted = false;
  #replays = false;

  constructor(facts: RunFacts, options: CallOptions) {
    this.#facts = facts;
    this.#options = options;
  }

  draw(message: Fields): string {
    return this.#border(message) + this.#draw(message);
  }

  /** Where what an earlier run did begins and ends. */
  #border({ isReplay }: Fields): string {
    const replays = isReplay === true;
    if (replays === this.#replays) return '';
    this.#replays = replays;
    const text = replays
      ? 'What follows is of the run that this one goes on from.'
      : 'Here this run goes on.';
    return `<p class="notice">${text}</p>\n`;
  }

  #draw(message: Fields): string {
    switch (`${textOf(message['type'])}/${textOf(message['subtype'])}`) {
      case 'system/init':
        return folded('Start of the run', json(message));
      case 'assistant/':
        return this.#answer(message);
      case 'user/':
        return this.#user(message);
      case 'system/permission_decision':
        return this.#decision(message);
      case 'system/hook_response':
        return hookHtml(message);
      case 'system/api_retry':
        return retryHtml(message);
      case 'system/informational':
        return `<p class="notice">${escapeHtml(textOf(message['level']))}: ${escapeHtml(textOf(message['content']))}</p>\n`;
      case 'system/compact_boundary':
        return `${folded('The conversation was compacted here', json(message))}\n`;
      default:
        return message['type'] === 'result'
          ? `${folded('End of the run', json(message))}\n`
          : unknownHtml(message);
    }
  }

  end(): string {
    const left = [...this.#open.values()].map((call) => callHtml(call, this.#options));
    this.#open.clear();
    return left.join('');
  }

  #answer(message: Fields): string {
    const id = textOf(fieldsOf(message['message'])['id']);
    const isNew = id === '' || id !== this.#messageId;
    this.#messageId = id;
    if (isNew) this.#turn++;
    const took = numberOf(message['duration_ms']);
    const facts = [clock(message), took === undefined ? '' : formatDuration(took)];
    const small = facts.filter((fact) => fact).join(' · ');
    const head = `<h3 id="turn-${this.#turn}">Turn ${this.#turn} <span class="small">${small}</span></h3>\n`;
    return (
      (isNew ? head : '') +
      blocksOf(message)
        .map((block) => this.#block(block))
        .join('')
    );
  }

  #block(block: Fields): string {
    if (block['type'] === 'text') return `${words(textOf(block['text']), 'said')}\n`;
    if (block['type'] === 'thinking')
      return `${folded('Thoughts', words(textOf(block['thinking'])))}\n`;
    if (block['type'] !== 'tool_use') return unknownHtml(block);
    const id = textOf(block['id']);
    this.#open.set(id, {
      anchor: this.#facts.anchorOf(id),
      use: block,
      decision: undefined,
      result: undefined,
      endedAt: undefined,
      isOneOfMany: false,
      output: undefined,
    });
    return '';
  }

  #decision(message: Fields): string {
    const id = textOf(message['tool_use_id']);
    const call = this.#open.get(id);
    if (!call) return unknownHtml(message);
    this.#open.set(id, { ...call, decision: message });
    return '';
  }

  #user(message: Fields): string {
    const blocks = blocksOf(message);
    const count = blocks.filter(({ type }) => type === 'tool_result').length;
    return blocks
      .map((block) => {
        if (block['type'] === 'text') return this.#prompt(textOf(block['text']));
        const id = textOf(block['tool_use_id']);
        const call = this.#open.get(id);
        if (block['type'] !== 'tool_result' || !call) return unknownHtml(block);
        this.#open.delete(id);
        const told = message['tool_use_result'];
        // One result stands there as it is; several by the ids of their calls.
        const output = count === 1 ? told : fieldsOf(told)[id];
        const done = {
          ...call,
          result: block,
          endedAt: timeOf(message),
          output,
          isOneOfMany: count > 1,
        };
        return callHtml(done, this.#options);
      })
      .join('');
  }

  #prompt(text: string): string {
    const title = this.#prompted ? 'Told to the agent' : 'Prompt';
    this.#prompted = true;
    return `${folded(title, words(text))}\n`;
  }
}

function hookHtml(message: Fields): string {
  const code_ = numberOf(message['exit_code']);
  const facts = [
    code_ === undefined ? textOf(message['outcome']) : `exit ${code_}`,
    formatDuration(numberOf(message['duration_ms']) ?? 0),
  ];
  const head = `⚑ hook ${code(textOf(message['hook_name']))} <span class="small">${escapeHtml(facts.join(' · '))}</span>`;
  const output = textOf(message['output']) || textOf(message['stdout']) + textOf(message['stderr']);
  return output === ''
    ? `<p class="notice">${head}</p>\n`
    : `${folded(head, words(output, 'told'))}\n`;
}

function retryHtml(message: Fields): string {
  const status = textOf(message['error_status']) || 'no answer';
  const text = `↻ The API: ${status}, ${textOf(message['error'])}: try ${textOf(message['attempt'])} of ${textOf(message['max_retries'])} in ${formatDuration(numberOf(message['retry_delay_ms']) ?? 0)}`;
  return `<p class="notice">${escapeHtml(text)}</p>\n`;
}

/** What this version does not know is shown as it is. */
function unknownHtml(message: Fields): string {
  const name = [textOf(message['type']), textOf(message['subtype'])]
    .filter((part) => part)
    .join('/');
  return `${folded(code(name || 'a message without a type'), json(message))}\n`;
}

function clock(message: Fields): string {
  const at = timeOf(message);
  return at === undefined ? '' : new Date(at).toISOString().slice(11, 19);
}
