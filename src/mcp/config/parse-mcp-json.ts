import { ConfigError, messageOf } from '../../base/errors.ts';
import { serverNameProblem } from '../../policy/mcp/server-name.ts';
import { readYaml, type YamlFile } from '../../policy/read-yaml.ts';
import { schemaProblems } from '../../policy/schema-problem.ts';
import { entryShapeProblem } from './entry-shape.ts';
import { mcpJsonSchema, schemaOfEntry, type WrittenServer } from './mcp-json-schema.ts';

/** A server as it is written in a file. */
export interface FoundServer {
  readonly name: string;
  /** `file:line`. */
  readonly place: string;
  readonly written: WrittenServer;
}

export interface ParsedMcpJson {
  readonly servers: readonly FoundServer[];
  /** What is wrong, with its place; `server`: with which. */
  readonly problems: readonly {
    readonly server: string | undefined;
    readonly error: ConfigError;
  }[];
}

const NOUN = 'an MCP configuration';

/** Reads `.mcp.json` or the input that has its shape. Never throws for what the text holds. */
export function parseMcpJson(given: string, file: string): ParsedMcpJson {
  const text = given.replace(/^\uFEFF/u, '');
  const broken = notJson(text, file);
  if (broken) return { servers: [], problems: [{ server: undefined, error: broken }] };
  const json = readYaml(text, file, NOUN);
  if (json.problems.length > 0) return withProblems(json.problems);
  const checked = mcpJsonSchema.safeParse(json.data);
  if (checked.success) return readServers(checked.data.mcpServers, json, file);
  const problems = checked.error.issues.flatMap((issue) =>
    schemaProblems(issue, json.data, mcpJsonSchema, NOUN),
  );
  return withProblems(problems.map((problem) => placed(problem, json, file)));
}

function withProblems(problems: readonly ConfigError[]): ParsedMcpJson {
  return { servers: [], problems: problems.map((error) => ({ server: undefined, error })) };
}

function readServers(
  entries: Readonly<Record<string, unknown>>,
  json: YamlFile,
  file: string,
): ParsedMcpJson {
  const servers: FoundServer[] = [];
  const problems: { server: string; error: ConfigError }[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const path = ['mcpServers', name];
    const error = nameError(name, json, file) ?? entryError(entry, path, json, file);
    if (error) {
      problems.push({ server: name, error });
      continue;
    }
    const [line] = json.placeOfKey(path);
    const written = entry as WrittenServer;
    if (written.disabled !== true) servers.push({ name, place: `${file}:${line}`, written });
  }
  return { servers, problems };
}

function nameError(name: string, json: YamlFile, file: string): ConfigError | undefined {
  const problem = serverNameProblem(name);
  if (problem === undefined) return undefined;
  const message = `The server’s name ${JSON.stringify(name.slice(0, 80))} ${problem}.`;
  return placed({ path: ['mcpServers', name], isKey: true, message }, json, file);
}

function entryError(
  entry: unknown,
  path: readonly PropertyKey[],
  json: YamlFile,
  file: string,
): ConfigError | undefined {
  const shape = entryShapeProblem(entry);
  if (shape) return placed({ ...shape, path: [...path, ...shape.path] }, json, file);
  const schema = schemaOfEntry(entry);
  const [issue] = schema.safeParse(entry).error?.issues ?? [];
  if (issue === undefined) return undefined;
  const [problem] = schemaProblems(issue, entry, schema, 'a server');
  if (problem === undefined) return undefined;
  return placed({ ...problem, path: [...path, ...problem.path] }, json, file);
}

function placed(
  { path, isKey, message }: { path: readonly PropertyKey[]; isKey: boolean; message: string },
  json: YamlFile,
  file: string,
): ConfigError {
  const [line, column] = isKey ? json.placeOfKey(path) : json.placeOf(path);
  return new ConfigError(message, { at: { file, line, column } });
}

/** JSON is read as YAML, of which it is a part and which knows its places; what only YAML takes is refused before. */
function notJson(text: string, file: string): ConfigError | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = messageOf(error);
    const end = message.includes('end of JSON') ? text.length : 0;
    const lines = text.slice(0, Number(/position (\d+)/u.exec(message)?.[1] ?? end)).split('\n');
    const at = { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
    // What it quotes of the text may be long, and hold line breaks.
    const what = message.replace(/(?:, (?:\.{3})?"| (?:in JSON )?at position ).*$/su, '');
    return new ConfigError(
      `${NOUN.replace(/^a/u, 'A')} has to be JSON, without comments: ${what}.`,
      { at },
    );
  }
}
