import * as z from 'zod';

const texts = z.array(z.string()).optional();

/**
 * The part of Claude Code's settings that holds here (code.claude.com/docs/en/settings). Such files are
 * shared with people's own sessions, so other keys may stand beside it.
 */
export const settingsSchema = z.looseObject({
  permissions: z
    .looseObject({
      allow: texts,
      ask: texts,
      deny: texts,
      additionalDirectories: texts,
      defaultMode: z.string().optional(),
      blockReadsOutsideWorkingDirectories: z.boolean().optional(),
      blockWritesOutsideWorkingDirectories: z.boolean().optional(),
    })
    .optional(),
  hooks: z.unknown().optional(),
  disableAllHooks: z.boolean().optional(),
  claudeMdExcludes: texts,
  disableSkillShellExecution: z.boolean().optional(),
});

export type SettingsFile = z.infer<typeof settingsSchema>;
