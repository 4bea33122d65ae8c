import { ConfigError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { EFFORTS } from '../model/model-id.ts';
import { STOP_REASONS } from '../policy/stop-reason.ts';
import { TOOL_SEARCH_MODES } from '../tool/deferral.ts';
import { checkDeliveryInputs } from './check-delivery-inputs.ts';
import { checkModelInputs } from './check-model-inputs.ts';
import {
  boolean,
  InputError,
  lines,
  listOf,
  namesOf,
  oneOf,
  type Parser,
  phrase,
  positiveNumber,
  text,
  url,
  wholeNumber,
} from './input-parsers.ts';

/** Every input, with how it is read. A new one is a line here and a block in `action.yml`. */
const INPUTS = {
  prompt: text,
  prompt_file: text,
  trigger_phrase: phrase,
  allowed_actors: namesOf(
    /^(?:\*|[A-Za-z0-9][\w-]*)$/,
    'logins of people, one a line, or * for anybody; bots go into allowed_bots',
  ),
  allowed_bots: namesOf(
    /^(?:\d+|[A-Za-z0-9][\w-]*(?:\[bot\])?)$/,
    'ids or logins of bots, one a line; never *, since anybody can make a bot',
  ),
  policy: lines,
  anthropic_api_key: text,
  anthropic_auth_token: text,
  anthropic_base_url: url,
  use_bedrock: boolean,
  use_vertex: boolean,
  use_foundry: boolean,
  model: text,
  fallback_model: text,
  small_model: text,
  effort: oneOf(...EFFORTS),
  max_turns: wholeNumber,
  max_budget_usd: positiveNumber,
  timeout_minutes: positiveNumber,
  allowed_tools: lines,
  disallowed_tools: lines,
  settings: text,
  mcp_config: text,
  tool_search: oneOf(...TOOL_SEARCH_MODES),
  json_schema: text,
  working_directory: text,
  github_token: text,
  comment: oneOf('auto', 'new', 'off'),
  comment_key: text,
  deliver: oneOf('none', 'patch', 'commit', 'pull-request'),
  base_branch: text,
  branch_prefix: text,
  commit_message: text,
  pr_title: text,
  pr_labels: lines,
  pr_draft: boolean,
  fail_on: listOf(...STOP_REASONS, 'any_denial'),
  display_report: boolean,
  show_full_output: boolean,
  resume: text,
  dry_run: boolean,
} satisfies Record<string, Parser<unknown>>;

type InputName = keyof typeof INPUTS;
/** What was given; what was not is absent. */
export type Inputs = { readonly [Name in InputName]?: ReturnType<(typeof INPUTS)[Name]> };

export const INPUT_NAMES = Object.keys(INPUTS) as readonly InputName[];

/** Inputs whose values must never be shown. */
const SECRET_INPUTS: readonly InputName[] = [
  'anthropic_api_key',
  'anthropic_auth_token',
  'github_token',
];

/**
 * Reads all inputs at once; nothing else reads any. An empty value counts as not given: that is how
 * the runner passes an input without a value.
 * @param shown how a name is shown in an error: `max_turns`, or `--max-turns` on the command line.
 * @throws ConfigError for an unknown or malformed one: its name, what was given, what would do.
 */
export function readInputs(
  given: Readonly<Record<string, string>>,
  shown: (name: string) => string = (name) => `input ${name}`,
): Inputs {
  const inputs: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!isInputName(name)) throw new ConfigError(unknownInput(name, shown));
    if (value.trim() === '') continue;
    inputs[name] = readOne(name, value, shown);
  }
  checkTogether(inputs as Inputs, shown);
  return inputs as Inputs;
}

/** The inputs among the variables of an action's process: `INPUT_<NAME>`, upper case. */
export function inputsFromVariables(
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables)
      .filter(([name]) => name.startsWith('INPUT_'))
      .map(([name, value]) => [name.slice('INPUT_'.length).toLowerCase(), value]),
  );
}

function readOne(name: InputName, value: string, shown: (name: string) => string): unknown {
  try {
    return INPUTS[name](value);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const was = SECRET_INPUTS.includes(name) ? 'what was given' : `“${value.trim().slice(0, 80)}”`;
    throw new ConfigError(`${shown(name)} can't be ${was}: it takes ${error.message}.`, {
      cause: error,
    });
  }
}

/** One that can't have an effect beside the others is an error, not silence. */
function checkTogether(inputs: Inputs, shown: (name: string) => string): void {
  const both = (one: InputName, other: InputName, why: string) => {
    if (inputs[one] === undefined || inputs[other] === undefined) return;
    throw new ConfigError(`${shown(one)} and ${shown(other)} are both given: ${why}`);
  };
  both('prompt', 'prompt_file', 'give the task in one of them.');
  both('anthropic_api_key', 'anthropic_auth_token', 'give one credential.');
  if (inputs.comment === 'off' && inputs.comment_key !== undefined) {
    throw new ConfigError(
      `${shown('comment_key')} has no effect with ${shown('comment')} off: drop one of them.`,
    );
  }
  checkDeliveryInputs(inputs, shown);
  checkModelInputs(inputs, shown);
}

function unknownInput(name: string, shown: (name: string) => string): string {
  const near = nearest(name, INPUT_NAMES);
  return near === undefined
    ? `There is no ${shown(name)}. Known: ${INPUT_NAMES.map(shown).join(', ')}.`
    : `There is no ${shown(name)}. Did you mean ${shown(near)}?`;
}

function isInputName(name: string): name is InputName {
  return Object.hasOwn(INPUTS, name);
}
