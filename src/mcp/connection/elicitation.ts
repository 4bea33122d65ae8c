import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import type { ElicitationAnswer, ServerConfig } from '../config/server-config.ts';
import type { ServerPlace } from './server-place.ts';
import { foreignWords } from './server-words.ts';

type Asked = ElicitRequest['params'];
type Form = Extract<Asked, { requestedSchema: unknown }>;

/** So many questions of one server may be open at once, and be put to hooks in a run: the rest is declined. */
const MAX_OPEN = 4;
const MAX_ASKED = 100;
/** A form that is larger is for nobody, characters of JSON. */
const MAX_FORM = 50_000;
const MAX_WORDS = 2_000;

const DECLINED: ElicitationAnswer = { action: 'decline' };

/**
 * Answers a server that asks the user something: hooks, else the policy; then hooks are told the answer and may change
 * it. Only forms: pages to visit are for people, and the server is told so when it is greeted.
 */
export function elicitationAnswerer(config: ServerConfig, askHooks: ServerPlace['askHooks']) {
  let open = 0;
  let asked = 0;
  return async (params: Asked): Promise<ElicitResult> => {
    open += 1;
    asked += 1;
    try {
      if (!('requestedSchema' in params) || isTooLarge(params)) return { action: 'decline' };
      if (open > MAX_OPEN || asked > MAX_ASKED) return { action: 'decline' };
      return resultOf(params, await answerOf(params, config, askHooks));
    } finally {
      open -= 1;
    }
  };
}

async function answerOf(
  { message, requestedSchema }: Form,
  { name, elicitation }: ServerConfig,
  askHooks: ServerPlace['askHooks'],
): Promise<ElicitationAnswer> {
  try {
    // As hooks know them (contracts 2.7).
    const fields = {
      mcp_server_name: name,
      message: foreignWords(message, MAX_WORDS),
      mode: 'form',
      requested_schema: requestedSchema,
    };
    const answer = (await askHooks('Elicitation', fields)) ?? elicitation;
    const told = { ...fields, action: answer.action, content: answer.content };
    return (await askHooks('ElicitationResult', told)) ?? answer;
  } catch {
    // Hooks that can't be run said no “yes”.
    return DECLINED;
  }
}

function isTooLarge(params: Form): boolean {
  try {
    return JSON.stringify(params).length > MAX_FORM;
  } catch {
    return true;
  }
}

/** Of the values those that were asked for. */
function resultOf({ requestedSchema }: Form, answer: ElicitationAnswer): ElicitResult {
  if (answer.action !== 'accept') return { action: answer.action };
  const { properties } = requestedSchema;
  const content = Object.entries(answer.content ?? {}).filter(([field]) =>
    Object.hasOwn(properties, field),
  );
  return { action: 'accept', content: Object.fromEntries(content) };
}
