import * as z from 'zod';
import { ConfigError } from '../../base/errors.ts';
import { configuredHooks } from '../hooks/configured-hooks.ts';
import type { HookConfiguration } from '../hooks/hook-config.ts';
import { hookEventInfo } from '../hooks/hook-events.ts';
import { hooksSection } from '../hooks/hooks-section.ts';
import { eventWarnings, type WrittenHooks, writtenGroups } from '../hooks/written-hooks.ts';
import { leafChecks } from '../leaf-checks.ts';
import type { Place } from '../policy-source.ts';
import { unknownTool } from '../rule-problem.ts';
import { schemaProblems } from '../schema-problem.ts';

export interface HooksOptions {
  readonly file: string;
  readonly knownToolNames: ReadonlySet<string>;
  placeOf(path: readonly PropertyKey[]): Place;
  placeOfKey(path: readonly PropertyKey[]): Place;
}

export interface ReadHooks {
  readonly hooks: HookConfiguration;
  readonly problems: readonly ConfigError[];
  readonly warnings: readonly string[];
}

/**
 * The hooks of a settings file. What fails is passed over as Claude Code documents it; a section that
 * can't be read is a problem, as its author believes to be guarded.
 */
export function readHooks(given: unknown, options: HooksOptions): ReadHooks {
  if (given === undefined) return { hooks: {}, problems: [], warnings: [] };
  const { file, placeOf } = options;
  const at = ([line, column]: Place) => ({ at: { file, line, column } });
  const schema = z.object({ hooks: sectionOf(options.knownToolNames) });
  const checked = schema.safeParse({ hooks: given });
  if (!checked.success) {
    const problems = checked.error.issues
      .flatMap((issue) => schemaProblems(issue, { hooks: given }, schema, 'a settings file'))
      .map(({ path, message }) => new ConfigError(message, at(placeOf(path))));
    return { hooks: {}, problems, warnings: [] };
  }
  const written = checked.data.hooks as WrittenHooks;
  const sourceOf = (event: string, group: number, index: number) => {
    return { file, line: placeOf(['hooks', event, group, 'hooks', index])[0] };
  };
  const warnings = eventWarnings(checked.data.hooks).map(
    ({ event, message }) =>
      new ConfigError(message, at(options.placeOfKey(['hooks', event]))).message,
  );
  return {
    hooks: configuredHooks(withoutOnce(written), 'block_unclear', sourceOf),
    problems: [],
    warnings: [
      ...warnings,
      ...slipsOf(written, options.knownToolNames).map(
        ({ path, message }) => new ConfigError(message, at(placeOf(path))).message,
      ),
    ],
  };
}

/** Names in matchers that are nearly a tool's: such a hook never runs, and nothing else would say so. */
function slipsOf(section: WrittenHooks, knownToolNames: ReadonlySet<string>) {
  return writtenGroups(section)
    .filter(([event]) => hookEventInfo(event).aboutCall)
    .flatMap(([event, groups]) =>
      groups.flatMap(({ matcher = '' }, index) => {
        if (!NAMES_ONLY.test(matcher)) return [];
        const near = matcher
          .split(/[|,]/u)
          .map((name) => unknownTool(name.trim(), knownToolNames))
          .filter((problem) => problem?.includes('did you mean'));
        return near.map((problem) => ({
          path: ['hooks', event, index, 'matcher'],
          message: `${problem} The hook does not run for it.`,
        }));
      }),
    );
}

const NAMES_ONLY = /^[\w\- ,|]+$/u;

function sectionOf(knownToolNames: ReadonlySet<string>) {
  const { hookWords, hookRule } = leafChecks({ knownToolNames, knownExtensions: new Set() });
  const checked = (check: (value: string) => string | undefined) =>
    z.string().superRefine((value, context) => {
      const message = check(value);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    });
  // Settings are shared with sessions that have other tools: an unknown name is no mistake there.
  const matcher = checked(hookWords);
  return hooksSection(false, { tools: matcher, words: matcher, rule: checked(hookRule) });
}

/** Outside of a skill's front matter `once` does not count (contracts 2.2). */
function withoutOnce(section: WrittenHooks): WrittenHooks {
  return Object.fromEntries(
    writtenGroups(section).map(([event, groups]) => [
      event,
      groups.map((group) => ({
        ...group,
        hooks: group.hooks.map(({ once: _once, ...hook }) => hook),
      })),
    ]),
  ) as WrittenHooks;
}
