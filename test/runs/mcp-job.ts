import { join } from 'node:path';
import type { RunnerResult } from '../fakes/runner.ts';

/** Servers that misbehave, by their first argument. */
export const HOSTILE = join(import.meta.dirname, '../mcp/fakes/hostile.mjs');
export const SLY = join(import.meta.dirname, '../mcp/fakes/sly.mjs');
export const SPY = join(import.meta.dirname, '../mcp/fakes/spy.mjs');
export const server = (way: string, file = '') => ({
  command: process.execPath,
  args: [HOSTILE, way, file],
});
export const mcpJson = (servers: object) => JSON.stringify({ mcpServers: servers }, null, 2);
export const call = (tool: string, input: object = {}) => ({ calls: [{ tool, input }] });
export const script = (...turns: object[]) =>
  JSON.stringify({ version: 1, model: 'claude-sonnet-5-5', turns: [...turns, { text: 'Done.' }] });
// What ToolSearch finds is another test's: here the tools are there from the start.
export const policy = (lines: string) =>
  `version: 1\nextends: read-only\ntool_search: standard\n${lines}\n`;

export function initOf({ transcript }: RunnerResult) {
  return transcript.find(({ subtype }) => subtype === 'init') as Record<string, unknown>;
}

export function decisions({ transcript }: RunnerResult) {
  return transcript
    .filter(({ subtype }) => subtype === 'permission_decision')
    .map((one) => [one['tool_name'], one['behavior'], one['effects']]);
}

export function results({ transcript }: RunnerResult): string {
  return JSON.stringify(transcript.filter(({ type }) => type === 'user').slice(1));
}
