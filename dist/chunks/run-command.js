import{Et as e,Ni as t,Pi as n}from"./start.js";const r=[{name:`run`,about:`do the action's job in the checkout you stand in`,help:`unattended run --prompt TEXT [--policy P] [--event payload.json] [--json] [--INPUT VALUE …]

Does the action's job in this checkout. Flags are the action's inputs with hyphens (--max-turns 5,
--model scripted:script.yml); an input that takes several values is given several times.
  --event FILE   payload of the event that it is about; the event's name comes from
                 GITHUB_EVENT_NAME, else from the payload's shape
  --json         one JSON object with the result on stdout, the log on stderr
The key is in --anthropic-api-key or ANTHROPIC_API_KEY. Without one, an identity token does
(ANTHROPIC_FEDERATION_RULE_ID, ANTHROPIC_ORGANIZATION_ID, ANTHROPIC_IDENTITY_TOKEN_FILE), or
a cloud (--use-bedrock, --use-vertex, --use-foundry).
Exit code: 0 success or neutral, 1 failure, 2 a mistake in the configuration.
`,load:async()=>({run:(await import(`./run.js`)).runJob})},{name:`demo`,about:`mend a bundled broken repository with the embedded model: no key, no network`,help:`unattended demo [--json]

Copies a small broken repository to a temporary folder, runs the whole job on it with the embedded
model and a pull-request payload, and shows the log, the comment it would post, and the diff.
`,load:async()=>({run:(await import(`./demo.js`)).runDemo})},{name:`explain`,about:`say what one tool call would get under a policy, and why`,help:`unattended explain --policy P --tool T --input JSON [--json]
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
`,load:async()=>({run:(await import(`./explain.js`)).runExplain})},{name:`tools`,about:`list the tools that a policy offers, and why each other one is left out`,help:`unattended tools --policy P [--json]

Shows the tool pool of a policy and, for each tool left out, the filter that removed it.
`,load:async()=>({run:(await import(`./tools.js`)).runTools})},{name:`view`,about:`draw a recorded run as one HTML page`,help:`unattended view TRANSCRIPT [-o report.html] [--json]

Draws the transcript.json or transcript.jsonl of a run, also of one that was cut off, as one page that
loads nothing and needs no scripts: verdict, refused calls with what would allow them, every call.
  -o, --output FILE   where the page goes; default: stdout
  --json              {"file","bytes"} on stdout; without -o the page is in "html"
`,load:async()=>({run:(await import(`./view.js`)).runView})},{name:`guard`,about:`put addresses and texts through the guards that a run uses`,help:`unattended guard url|redact|clean --jsonl < lines

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
`,load:async()=>({run:(await import(`./run-guard.js`)).runGuard})}];function i(){let t=Math.max(...r.map(({name:e})=>e.length))+2,n=r.map(({name:e,about:n})=>`  ${e.padEnd(t)}${n}`).join(`
`);return`unattended ${e}: a coding agent that runs with nobody at the keyboard

Usage: unattended COMMAND [OPTIONS]

${n}

unattended COMMAND --help tells a command's options. As a GitHub Action: see README.md.
`}async function a(t,a,c){let[l,...u]=t,d={variables:s(a.variables),cleanEnvironment:a.clean,runJob:c,out:e=>void process.stdout.write(e),err:e=>void process.stderr.write(e)};if(l===void 0||l===`help`||l===`--help`||l===`-h`)return d.out(i()),l===void 0?2:0;if(l===`--version`)return d.out(`${e}\n`),0;try{let e=r.find(e=>e.name===l);if(!e)throw new n(o(l));if(u.includes(`--help`)||u.includes(`-h`))return d.out(e.help),0;let{run:t}=await e.load();return await t(u,d)}catch(e){if(!(e instanceof n))throw e;return d.err(`unattended: ${e.message}\n`),2}}function o(e){let n=r.map(e=>e.name),i=t(e,n);return i===void 0?`There is no command “${e}”. There are ${n.join(`, `)}.`:`There is no command “${e}”. Did you mean “${i}”?`}function s(e){return Object.fromEntries(Object.entries(e).filter(e=>e[1]!==void 0))}export{a as runCommand};