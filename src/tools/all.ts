import type { AnyTool } from '../tool/tool.ts';
import { bashTool } from './bash/bash.ts';
import { briefTool } from './brief/brief.ts';
import { editTool } from './edit/edit.ts';
import { globTool } from './glob/glob.ts';
import { grepTool } from './grep/grep.ts';
import { readTool } from './read/read.ts';
import { reportFindingsTool } from './report-findings/report-findings.ts';
import { skillTool } from './skill/skill.ts';
import { snipTool } from './snip/snip.ts';
import type { JSONSchemaObject } from './structured-output/model-schema.ts';
import { structuredOutputTool } from './structured-output/structured-output.ts';
import { todoWriteTool } from './todo-write/todo-write.ts';
import { toolSearchTool } from './tool-search/tool-search.ts';
import { writeTool } from './write/write.ts';

/**
 * Every built-in tool: the one list. Which of them a run has is the pool's business.
 * @param options.outputJSONSchema the run's `json_schema`; absent when it asks for no structured answer
 */
export function getAllBaseTools(
  options: { readonly outputJSONSchema?: JSONSchemaObject | undefined } = {},
): readonly AnyTool[] {
  return [
    bashTool,
    briefTool,
    editTool,
    globTool,
    grepTool,
    readTool,
    reportFindingsTool,
    skillTool,
    snipTool,
    structuredOutputTool(options.outputJSONSchema),
    todoWriteTool,
    toolSearchTool,
    writeTool,
  ];
}
