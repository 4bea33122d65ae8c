// The floor: the least that does the same turns. A bare loop over `fetch`, or `node:http` with --http;
// no prompt, no checks, no record. Plain JavaScript, so that nothing is stripped before it starts.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const url = `${process.env.BENCH_URL}/v1/messages`;
const tools = ['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Write'].map((name) => ({
  name,
  input_schema: { type: 'object' },
}));
const messages = [{ role: 'user', content: process.env.BENCH_PROMPT ?? 'Go.' }];
const headers = {
  authorization: 'Bearer bench',
  'anthropic-version': '2026-10-21',
  'content-type': 'application/json',
};

for (;;) {
  const { content, calls } = await ask();
  messages.push({ role: 'assistant', content });
  if (calls.length === 0) break;
  messages.push({ role: 'user', content: await Promise.all(calls) });
}

/** Asks until an answer comes; a call starts when its block ends. */
async function ask() {
  const body = JSON.stringify({
    model: 'claude-sonnet-5-5',
    max_tokens: 1000,
    stream: true,
    tools,
    messages,
  });
  for (let wait = 500; ; wait *= 2) {
    const content = [];
    const calls = [];
    try {
      for await (const event of events(await send(body))) take(event, content, calls);
      return { content, calls };
    } catch (error) {
      const whole = content.slice(0, calls.length > 0 ? content.length : 0);
      if (whole.length > 0) return { content: whole.filter((block) => block.done), calls };
      if (error.status) await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

function take(event, content, calls) {
  if (event.type === 'content_block_start') content[event.index] = event.content_block;
  const block = content[event.index];
  if (event.type === 'content_block_delta') {
    const { text, partial_json: json } = event.delta;
    if (text !== undefined) block.text += text;
    if (json !== undefined) block.json = (block.json ?? '') + json;
  }
  if (event.type !== 'content_block_stop') return;
  // Not part of what goes back.
  Object.defineProperty(block, 'done', { value: true, enumerable: false });
  if (block.type !== 'tool_use') return;
  block.input = JSON.parse(block.json || '{}');
  delete block.json;
  calls.push(run(block));
}

async function run({ id, name, input }) {
  const content =
    name === 'Read' ? await readFile(input.file_path, 'utf8') : await shell(input.command);
  return { type: 'tool_result', tool_use_id: id, content };
}

function shell(command) {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
    child.on('close', () => resolve(output || 'done'));
  });
}

async function* events(body) {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice(6));
  }
}

async function send(body) {
  const answer = await (process.argv.includes('--http') ? overHttp(body) : overFetch(body));
  if (answer.status !== 200) throw Object.assign(new Error(), { status: answer.status });
  return answer.body;
}

async function overFetch(body) {
  return await fetch(url, { method: 'POST', headers, body });
}

function overHttp(body) {
  const http = process.getBuiltinModule('node:http');
  overHttp.agent ??= new http.Agent({ keepAlive: true });
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', headers, agent: overHttp.agent });
    request.on('error', reject);
    request.on('response', (incoming) => {
      if (incoming.statusCode !== 200) incoming.resume();
      resolve({ status: incoming.statusCode, body: incoming });
    });
    request.end(body);
  });
}
