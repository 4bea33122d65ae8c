import { isDeferrable, TOOL_SEARCH } from '../tool/deferral.ts';
import type { AnyTool, PoolSession } from '../tool/tool.ts';
import {
  ASYNC_AGENT_ALLOWED_TOOLS,
  COORDINATOR_MODE_ALLOWED_TOOLS,
  FREE_EXTENSIONS,
  INTERACTIVE_TOOLS,
  NOT_NARROWED,
  RUNNER_EXTENSIONS,
  SIMPLE_MODE_TOOLS,
} from './allow-lists.ts';

type ToolFilter = 'flags' | 'deny' | 'mode' | 'enabled' | 'only' | 'without' | 'duplicate';

/** A tool that is not in the pool, and which filter took it out. */
interface LeftOut {
  readonly name: string;
  readonly filter: ToolFilter;
  /** A sentence for people and for the model. */
  readonly reason: string;
}

export interface PoolOptions {
  /** The built-ins, `getAllBaseTools()`. */
  readonly tools: readonly AnyTool[];
  readonly mcpTools: readonly AnyTool[];
  readonly mode: 'simple' | 'standard' | 'coordinator';
  /** Names, or globs with `*`; `undefined`: all that the mode has. */
  readonly only: readonly string[] | undefined;
  readonly without: readonly string[];
  readonly with: readonly string[];
  /** A deny rule without specifier names the tool: it is then invisible. */
  isDenied(name: string): boolean;
  readonly hasOutputSchema: boolean;
  /** There are skills that the model may call. Absent: there are none. */
  readonly hasSkills?: boolean;
  /** Definitions may wait until ToolSearch finds them (`tool_search` other than `standard`). */
  readonly defers: boolean;
  /** Tools by name that a build or platform switches off (`false`). */
  readonly flags?: Readonly<Record<string, boolean>>;
}

export interface ToolPool {
  /** Built-ins by name, then MCP tools by name. */
  readonly pool: readonly AnyTool[];
  readonly leftOut: readonly LeftOut[];
}

type Out = Omit<LeftOut, 'name'>;

/** Puts the tools of a run together: flags, deny rules, mode and policy, then built-ins and MCP merged. */
export function assembleToolPool(options: PoolOptions): ToolPool {
  const leftOut: LeftOut[] = [];
  const builtIns = options.tools.map((tool) => loadedIfNamed(tool, options));
  const waiting = [...builtIns, ...options.mcpTools].filter(
    (tool) => isDeferrable(tool) && !outOf(tool, options, false),
  );
  // The search is a definition too: for a single built-in it would save nothing.
  const hasDeferredTools =
    options.defers && (waiting.length > 1 || waiting.some(({ isMcp }) => isMcp));
  const keep = (tool: AnyTool) => {
    const out = outOf(tool, options, hasDeferredTools);
    if (out) leftOut.push({ name: tool.name, ...out });
    return out === undefined;
  };
  const builtIn = builtIns.filter(keep).sort(byName);
  // All built-in names, those left out too: no server may slip its own tool in under a known name.
  const taken = new Set(options.tools.flatMap((tool) => [tool.name, ...tool.aliases]));
  const mcp: AnyTool[] = [];
  for (const tool of options.mcpTools.filter(keep)) {
    if (taken.has(tool.name))
      leftOut.push({ name: tool.name, filter: 'duplicate', reason: 'Another tool has this name.' });
    else mcp.push(tool);
    taken.add(tool.name);
  }
  return { pool: [...builtIn, ...mcp.sort(byName)], leftOut: leftOut.sort(byName) };
}

/** The pool with every definition in the first request: then there is nothing to search for. */
export function withoutToolSearch({ pool, leftOut }: ToolPool, reason: string): ToolPool {
  const out: LeftOut = { name: TOOL_SEARCH, filter: 'enabled', reason };
  return {
    pool: pool.filter(({ name }) => name !== TOOL_SEARCH),
    leftOut: [...leftOut, out].sort(byName),
  };
}

/** The tool that a call means: by name, else by a former name. */
export function findTool(pool: readonly AnyTool[], name: string): AnyTool | undefined {
  return (
    pool.find((tool) => tool.name === name) ?? pool.find((tool) => tool.aliases.includes(name))
  );
}

/** A built-in that the policy asks for by name is there from the first request on. */
function loadedIfNamed(tool: AnyTool, options: PoolOptions): AnyTool {
  return options.with.includes(tool.name) ? { ...tool, alwaysLoad: true } : tool;
}

/** Why a tool is not in the pool; `undefined`: it is. */
function outOf(tool: AnyTool, options: PoolOptions, hasDeferredTools: boolean): Out | undefined {
  return (
    byFlag(tool, options) ??
    byRule(tool, options) ??
    byMode(tool, { ...options, hasDeferredTools }) ??
    byPolicy(tool, options)
  );
}

function byFlag(tool: AnyTool, { flags }: PoolOptions): Out | undefined {
  if (flags?.[tool.name] !== false) return undefined;
  return { filter: 'flags', reason: 'This build or platform does not have it.' };
}

function byRule(tool: AnyTool, options: PoolOptions): Out | undefined {
  const denied = [tool.name, ...tool.aliases].some((name) => options.isDenied(name));
  return denied ? { filter: 'deny', reason: 'A deny rule of the policy names it.' } : undefined;
}

function byMode(tool: AnyTool, options: PoolOptions & PoolSession): Out | undefined {
  if (INTERACTIVE_TOOLS.has(tool.name))
    return { filter: 'mode', reason: INTERACTIVE_TOOLS.get(tool.name) ?? '' };
  if (!isOfMode(tool, options.mode))
    return { filter: 'mode', reason: `Mode ${options.mode} does not have it.` };
  if (!tool.isEnabled(options))
    return { filter: 'enabled', reason: 'Nothing in this run needs it.' };
  return undefined;
}

function isOfMode(tool: AnyTool, mode: PoolOptions['mode']): boolean {
  if (mode === 'simple') return SIMPLE_MODE_TOOLS.has(tool.name);
  if (mode === 'coordinator') return COORDINATOR_MODE_ALLOWED_TOOLS.has(tool.name);
  return tool.isMcp || ASYNC_AGENT_ALLOWED_TOOLS.has(tool.name) || RUNNER_EXTENSIONS.has(tool.name);
}

function byPolicy(tool: AnyTool, options: PoolOptions): Out | undefined {
  const { name } = tool;
  if (options.without.some((pattern) => isNamed(name, pattern)))
    return { filter: 'without', reason: 'The policy leaves it out (tools.without).' };
  const isWanted = options.with.includes(name);
  if (options.mode === 'standard' && isExtension(name) && !isWanted)
    return {
      filter: 'mode',
      reason: `It is offered when the policy names it (tools.with: [${name}]).`,
    };
  // What the run's own inputs ask for (a structured answer) is not narrowed away by a list of tools.
  if (
    options.only?.some((pattern) => isNamed(name, pattern)) === false &&
    !isWanted &&
    !NOT_NARROWED.has(name)
  )
    return { filter: 'only', reason: 'The policy narrows the tools to others (tools.only).' };
  return undefined;
}

function isExtension(name: string): boolean {
  return RUNNER_EXTENSIONS.has(name) && !FREE_EXTENSIONS.has(name);
}

function isNamed(name: string, pattern: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return name === pattern;
  const escaped = [head, ...rest].map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`).test(name);
}

/** By code units, so that the order is the same everywhere. */
function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}
