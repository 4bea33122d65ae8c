import { neverPasses } from '../../base/child-environment.ts';
import { compileNameGlob, matchesNameGlob } from '../../base/name-glob.ts';

/** `${NAME}` or `${NAME:-what else}`. */
const REFERENCE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/gu;

/** What belongs to the runner and to this action, and is for no server whoever names it. */
const OWN =
  /^(?:INPUT_|ACTIONS_|ANTHROPIC_|UNATTENDED_)|^GITHUB_(?:ENV|OUTPUT|PATH|STATE|STEP_SUMMARY)$/;

export interface VariableSource {
  readonly variables: Readonly<Record<string, string>>;
  /** Names and globs that commands get (`environment.pass`). */
  readonly pass: readonly string[];
  /** Names that the policy lets this server read, secrets among them. */
  readonly secrets: readonly string[];
  /** The policy itself wrote the reference, which names the variable. */
  readonly byPolicy: boolean;
  /** Values of our own making, such as the workspace's path. */
  readonly own: Readonly<Record<string, string>>;
}

/** Why a reference has no value; the sentence says what would help. */
export class UnfilledVariable extends Error {
  override readonly name = 'UnfilledVariable';
}

/**
 * Fills `${NAME}` from an allow-list of variables: a file of the repository must not be able to send a secret
 * of the job anywhere by naming it.
 * @param onSecret told the value of each variable that is not open to every command
 * @throws UnfilledVariable
 */
export function fillVariables(
  text: string,
  source: VariableSource,
  onSecret: (name: string, value: string) => void,
): string {
  return text.replace(REFERENCE, (_, name: string, otherwise: string | undefined) => {
    if (otherwise?.includes('${')) throw new UnfilledVariable(whyNested(name));
    return valueIn(source.own, name) ?? readValue(name, otherwise, source, onSecret);
  });
}

function readValue(
  name: string,
  otherwise: string | undefined,
  source: VariableSource,
  onSecret: (name: string, value: string) => void,
): string {
  const readable = mayRead(name, source);
  const value = valueIn(source.variables, name) || undefined;
  if (readable && value !== undefined) {
    if (!isOpen(name, source)) onSecret(name, value);
    return value;
  }
  // Of one that may not be read it is not told whether it is set.
  if (otherwise !== undefined && (readable || value === undefined)) return otherwise;
  throw new UnfilledVariable(readable ? whyUnset(name) : whyNot(name));
}

/** Not what every object has: `${constructor}` is a name as any. */
function valueIn(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function mayRead(name: string, source: VariableSource): boolean {
  if (OWN.test(name)) return false;
  return source.byPolicy || source.secrets.includes(name) || isOpen(name, source);
}

/** Commands get it too, so it is no secret. */
function isOpen(name: string, { pass }: VariableSource): boolean {
  if (neverPasses(name)) return false;
  return ['HOME', ...pass].some((glob) => matchesNameGlob(compileNameGlob(glob), name));
}

function whyNested(name: string): string {
  return `the reference to ${name} has another one inside, which is not read: write one \`\${NAME:-text}\` alone`;
}

function whyUnset(name: string): string {
  return `the variable ${name} is not set: set it in the step’s env`;
}

function whyNot(name: string): string {
  if (OWN.test(name)) return `the variable ${name} is for no server`;
  return neverPasses(name)
    ? `the variable ${name} may hold a secret: name it under the server’s \`secrets\` in the policy’s \`mcp\``
    : `the variable ${name} is not on the list: name it in \`environment.pass\`, or under the server’s \`secrets\` in the policy’s \`mcp\``;
}
