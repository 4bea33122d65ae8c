import type { Command } from './command.ts';

/** Every command. A new one is a file beside this and a line here. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'run',
    about: "do the action's job in the checkout you stand in",
    help: `unattended run --prompt TEXT [--policy P] [--event payload.json] [--json] [--INPUT VALUE …]

Does the action's job in this checkout. Flags are the action's inputs with hyphens (--max-turns 5,
--model scripted:script.yml); an input that takes several values is given several times.
  --event FILE   payload of the event that it is about; the event's name comes from
                 GITHUB_EVENT_NAME, else from the payload's shape
  --json         one JSON object with the result on stdout, the log on stderr
The key is in --anthropic-api-key or ANTHROPIC_API_KEY. Without one, an identity token does
(ANTHROPIC_FEDERATION_RULE_ID, ANTHROPIC_ORGANIZATION_ID, ANTHROPIC_IDENTITY_TOKEN_FILE), or
a cloud (--use-bedrock, --use-vertex, --use-foundry).
Exit code: 0 success or neutral, 1 failure, 2 a mistake in the configuration.
`,
    load: async () => ({ run: (await import('./run.ts')).runJob }),
  },
  {
    name: 'demo',
    about: 'mend a bundled broken repository with the embedded model: no key, no network',
    help: `unattended demo [--json]

Copies a small broken repository to a temporary folder, runs the whole job on it with the embedded
model and a pull-request payload, and shows the log, the comment it would post, and the diff.
`,
    load: async () => ({ run: (await import('./demo.ts')).runDemo }),
  },
  {
    name: 'explain',
    about: 'say what one tool call would get under a policy, and why',
    help: `unattended explain --policy P --tool T --input JSON [--json]
unattended explain --policy P --jsonl < calls

Judges calls by the rules of a policy without running anything.
  --policy P      a shipped policy or a file; several: the later ones are children of the earlier
  --tool T        name of the tool, such as Bash, Edit or mcp__server__tool
  --input JSON    the call's input; it may be partial
  --jsonl         reads {"id","tool","input"}, one a line, from stdin and answers with a line each
  --allowed-tools RULE, --disallowed-tools RULE   more rules, as in the action's inputs
  --settings S    Claude Code settings, JSON or a file, on top of ~/.claude/settings.json and
                  .claude/settings.json here
  --trust T       trusted (default) or untrusted
  --event NAME    the event that answers may match
`,
    load: async () => ({ run: (await import('./explain.ts')).runExplain }),
  },
  {
    name: 'tools',
    about: 'list the tools that a policy offers, and why each other one is left out',
    help: `unattended tools --policy P [--json]

Shows the tool pool of a policy and, for each tool left out, the filter that removed it.
`,
    load: async () => ({ run: (await import('./tools.ts')).runTools }),
  },
  {
    name: 'view',
    about: 'draw a recorded run as one HTML page',
    help: `unattended view TRANSCRIPT [-o report.html] [--json]

Draws the transcript.json or transcript.jsonl of a run, also of one that was cut off, as one page that
loads nothing and needs no scripts: verdict, refused calls with what would allow them, every call.
  -o, --output FILE   where the page goes; default: stdout
  --json              {"file","bytes"} on stdout; without -o the page is in "html"
`,
    load: async () => ({ run: (await import('./view.ts')).runView }),
  },
  {
    name: 'guard',
    about: 'put addresses and texts through the guards that a run uses',
    help: `unattended guard url|redact|clean --jsonl < lines

Sends and runs nothing: reads JSON objects, one a line, from stdin and answers with a line each.

guard url: {"id","url","allowed":[DOMAIN …],"resolves":{HOST:[ADDRESS …]}} gives {"id","behavior","reason"}
  resolves_later   what the hosts resolve to when the connection is made
  redirects        the Location of each redirect, in order
  secrets          [{"name","value"} …] that no request may carry
  allow_http       true: plain HTTP is no reason to refuse

guard redact: {"id","secrets":[{"name","value"} …],"text" or "chunks":[TEXT …]} gives {"id","text"}

guard clean: {"id","stage","input"} gives {"id","text"} or {"id","rejected":REASON}
  inbound-markdown, inbound-diff, inbound-branch, boundary   text of others on its way to the model
  outbound-comment, outbound-log, github-output ("key")      text of the model on its way out
  policy-yaml, user-regex ("subject")                        configuration
  mcp-tool ("input":{"server","tool":{"name","description"}})
  input_repeat, description_repeat   {"unit","count"}: a long text in a short line
`,
    load: async () => ({ run: (await import('./guard/run-guard.ts')).runGuard }),
  },
];
