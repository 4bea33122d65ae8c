import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { inputSchemas } from '../../schema/build.ts';
import { parseInput } from '../../src/tool/parse-input.ts';
import type { AnyTool } from '../../src/tool/tool.ts';
import type { ToolUseContext } from '../../src/tool/tool-use-context.ts';
import { getAllBaseTools } from '../../src/tools/all.ts';
import { FREE_EXTENSIONS, knownToolNames, RUNNER_EXTENSIONS } from '../../src/tools/allow-lists.ts';
import { INPUT_SCHEMAS } from '../../src/tools/input-schemas.ts';
import { toolDefinitions } from '../../src/tools/schema-cache.ts';
import { SAMPLES } from './samples.ts';
import { toolContext } from './tool-context.ts';

const outputJSONSchema = { type: 'object', properties: { answer: { type: 'number' } } };
const tools = getAllBaseTools({ outputJSONSchema });
const allNames = new Set(tools.map((tool) => tool.name));
const everything = { toolNames: allNames, timeoutMs: 120_000 };

function sampleOf(tool: AnyTool): Readonly<Record<string, unknown>> {
  return SAMPLES[tool.name] ?? {};
}

function parsedSample(tool: AnyTool): unknown {
  const parsed = parseInput(tool, sampleOf(tool));
  return parsed.ok ? parsed.input : expect.fail(parsed.message);
}

/** A context in which the sample of every tool works. */
async function preparedContext(): Promise<ToolUseContext> {
  const skills: ToolUseContext['skills'] = {
    knows: (name) => name === 'release',
    refusalOf: () => undefined,
    open: async (name) => ({ name, file: 'SKILL.md', text: 'Tag it.', notes: [] }),
  };
  const context = toolContext({ outputJSONSchema, skills });
  mkdirSync(join(context.workspace.root, 'src'));
  writeFileSync(join(context.workspace.root, 'src/a.js'), 'a needle\n');
  const read = tools.find((tool) => tool.name === 'Read');
  await read?.call({ file_path: 'src/a.js' }, context, () => {});
  return context;
}

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  test('is a known tool with a sample and one line of description', () => {
    expect(knownToolNames.has(name)).toBe(true);
    expect(SAMPLES).toHaveProperty(name);
    expect(tool.description()).toMatch(/^[^\n]{5,120}$/);
  });

  test('its schema takes the sample, and refuses what is no object', () => {
    expect(parseInput(tool, sampleOf(tool))).toMatchObject({ ok: true });
    for (const raw of [null, 'text', 7, [], undefined])
      expect(parseInput(tool, raw).ok).toBe(false);
  });

  test('its manual keeps its bytes and names no tool that is not there', () => {
    expect(tool.prompt(everything)).toBe(tool.prompt(everything));
    const alone = tool.prompt({ ...everything, toolNames: new Set([name]) });
    const others = [...knownToolNames].filter((other) => other !== name);
    // As a word of its own in the middle of a sentence; a sentence may begin with “Read”.
    const named = others.filter((other) =>
      new RegExp(`(?<![.:] |^|\\n)\\b${other}\\b`).test(alone),
    );
    expect(named).toEqual([]);
  });

  test('what it touches can be asked of any input', () => {
    const context = toolContext();
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (junk, value) => {
        for (const raw of [
          junk,
          {},
          ...Object.keys(sampleOf(tool)).map((key) => ({ [key]: value })),
        ]) {
          const subject = tool.preparePermissionMatcher(raw, context);
          expect(Array.isArray(subject.paths)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
    for (const path of ['a\0b', '\ud800', 'x'.repeat(5000), '~', '', '..', '/', '\\\\host\\share'])
      for (const key of ['file_path', 'path', 'pattern', 'command'])
        expect(() => tool.preparePermissionMatcher({ [key]: path }, context)).not.toThrow();
  });

  test('asking changes nothing and starts nothing', async () => {
    const context = await preparedContext();
    const input = parsedSample(tool);
    const before = JSON.stringify([input, readdirSync(context.workspace.root)]);
    const observed = tool.backfillObservableInput(input, context);
    expect(tool.backfillObservableInput(observed, context)).toEqual(observed);
    const subject = tool.preparePermissionMatcher(input, context);
    expect(tool.preparePermissionMatcher(observed, context)).toMatchObject({
      effects: subject.effects,
      readOnly: subject.readOnly,
    });
    tool.isConcurrencySafe(input, context);
    tool.checkPermissions(input, context);
    tool.toAutoClassifierInput(input);
    expect(tool.isReadOnly(input, context)).toBe(subject.readOnly);
    expect(JSON.stringify([input, readdirSync(context.workspace.root)])).toBe(before);
  });

  test('a call gives an output of its schema, a block and a rendering', async () => {
    const context = await preparedContext();
    const input = parsedSample(tool);
    await tool.validateInput(input, context);
    const { data } = await tool.call(input, context, () => {});
    const schema = tool.outputSchema();
    if (schema) expect(schema.safeParse(data).error).toBeUndefined();
    const block = tool.mapToolResultToToolResultBlockParam(data, 'toolu_1');
    expect(block).toMatchObject({ type: 'tool_result', tool_use_id: 'toolu_1' });
    expect(block.content?.length).toBeGreaterThan(0);
    for (const output of [undefined, data]) {
      const summary = tool.rendering.summary(input, output);
      expect(summary).toMatch(/^\S[^\n]{0,600}$/);
      expect(tool.rendering.summary(input, output)).toBe(summary);
    }
    const rendered = [tool.rendering.use(input), tool.rendering.result(data, input)];
    expect(rendered).toEqual([tool.rendering.use(input), tool.rendering.result(data, input)]);
    expect(typeof tool.extractSearchText(data)).toBe('string');
  });

  test('an aborted call does nothing', async () => {
    const context = await preparedContext();
    context.abort.abort(new Error('the deadline has passed'));
    const before = readFileSync(join(context.workspace.root, 'src/a.js'), 'utf8');
    // It throws, or gives what there was by then and says that it was cut short.
    const ended = await tool
      .call(parsedSample(tool), context, () => {})
      .then(
        ({ data }) => data,
        () => ({ interrupted: true }),
      );
    expect(ended).toMatchObject({ interrupted: true });
    expect(readFileSync(join(context.workspace.root, 'src/a.js'), 'utf8')).toBe(before);
  });
});

/** A foreign schema is passed through and checked in the call: nothing to see here. */
const ownSchemas = tools.filter((tool) => tool.inputJSONSchema === undefined);

describe.each(ownSchemas.map((tool) => [tool.name, tool] as const))(
  'schema of %s',
  (_name, tool) => {
    test('its schema refuses a missing, an unknown and an internal field', () => {
      expect(parseInput(tool, {}).ok).toBe(false);
      expect(parseInput(tool, { ...sampleOf(tool), surprise: 1 })).toMatchObject({
        ok: false,
        message: expect.stringContaining('no field `surprise`'),
      });
      for (const field of tool.internalFields)
        expect(parseInput(tool, { ...sampleOf(tool), [field]: true }).ok).toBe(false);
    });

    test('the model sees every field with a description, none of the internal ones', async () => {
      const [definition] = await toolDefinitions([tool], everything);
      const properties = Object.entries(definition?.input_schema.properties ?? {});
      expect(properties.length).toBeGreaterThan(0);
      for (const [key, schema] of properties) {
        expect(tool.internalFields).not.toContain(key);
        expect(schema, key).toHaveProperty('description');
        expect(JSON.stringify(schema)).not.toBe('{}');
      }
    });
  },
);

test('all definitions together leave room in the first request', async () => {
  // Where nothing is deferred there is nothing to search for; other tools wait for a policy that names them.
  const isOffered = (name: string) =>
    name !== 'ToolSearch' && (!RUNNER_EXTENSIONS.has(name) || FREE_EXTENSIONS.has(name));
  const pool = tools.filter(({ name }) => isOffered(name));
  const definitions = await toolDefinitions(pool, everything);
  const bytes = Buffer.byteLength(JSON.stringify(definitions));
  expect(bytes).toBeLessThan(8_000);
  expect(await toolDefinitions(pool, { ...everything, timeoutMs: 1 })).toBe(definitions);
  expect(JSON.stringify(definitions)).not.toMatch(/\$schema|"title"|9007199254740991/);
});

test('no two tools share a name or a former name', () => {
  const names = tools.flatMap((tool) => [tool.name, ...tool.aliases]);
  expect(new Set(names).size).toBe(names.length);
});

test('internal fields are left out of what the model sees', async () => {
  const [read] = tools;
  const inputSchema = () => z.strictObject({ a: z.string(), own: z.string() });
  const probe = {
    ...read,
    inputSchema,
    inputJSONSchema: undefined,
    internalFields: ['own'],
  } as AnyTool;
  const [definition] = await toolDefinitions([probe], everything);
  expect(definition?.input_schema).toEqual({
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    additionalProperties: false,
  });
});

test('what the model is shown of the built-ins is what their schemas say', async () => {
  expect(INPUT_SCHEMAS).toEqual(await inputSchemas());
});
