import { ConfigError } from '../../base/errors.ts';
import { parseRule } from '../../permission/parse-rule.ts';
import type { Rule, RuleSet } from '../../permission/rule.ts';
import type { Place } from '../policy-source.ts';
import { judgeRule, namesUnknownTool } from '../rule-problem.ts';
import type { SettingsFile } from './settings-schema.ts';

export interface RulesOptions {
  readonly file: string;
  /** Folder that the `/x` of path rules is anchored at. */
  readonly anchor: string;
  readonly knownToolNames: ReadonlySet<string>;
  placeOf(path: readonly PropertyKey[]): Place;
}

export interface ReadRules {
  readonly rules: RuleSet;
  readonly problems: readonly ConfigError[];
  readonly warnings: readonly string[];
}

type List = 'deny' | 'ask' | 'allow';

/**
 * The rules of a settings file. Such files are shared with sessions that have other tools: an allow rule
 * that can't work is passed over with a warning, and so is a refusal of a tool that isn't here (as
 * Claude Code does). Any other refusal that can't work is a problem: its author relies on it.
 */
export function readRules(
  permissions: NonNullable<SettingsFile['permissions']>,
  { file, anchor, knownToolNames, placeOf }: RulesOptions,
): ReadRules {
  const problems: ConfigError[] = [];
  const warnings: string[] = [];
  const readOne = (text: string, list: List, index: number): Rule[] => {
    const [line, column] = placeOf(['permissions', list, index]);
    const at = { file, line, column };
    const { error, warning } = judgeRule(text, list, knownToolNames);
    if (error === undefined) {
      if (warning !== undefined) warnings.push(new ConfigError(warning, { at }).message);
      return [{ ...parseRule(text, { file, line }), anchor }];
    }
    const isHarmless = list === 'allow' || namesUnknownTool(text, knownToolNames);
    if (isHarmless) warnings.push(new ConfigError(`${error} It is passed over.`, { at }).message);
    else problems.push(new ConfigError(error, { at }));
    return [];
  };
  const readList = (list: List) =>
    (permissions[list] ?? []).flatMap((text, index) => readOne(text, list, index));
  const rules = { deny: readList('deny'), ask: readList('ask'), allow: readList('allow') };
  return { rules, problems, warnings };
}
