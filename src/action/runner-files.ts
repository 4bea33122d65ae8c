import { ConfigError } from '../base/errors.ts';

/** What the runner reads when a step has ended: its outputs, its summary, and what it leaves for `post`. */
export interface RunnerFiles {
  setOutputs(outputs: Readonly<Record<string, string>>): void;
  addSummary(markdown: string): Promise<void>;
  /** Each value reaches `post` as the variable `STATE_<name>`. */
  saveState(values: Readonly<Record<string, string>>): void;
}

const FILES = ['GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'];

/**
 * The runner's command files, through its toolkit. The door took their names out of the environment,
 * where every command of the agent could have read them; here they are put back for this process alone.
 * A file that the runner did not name is passed over: the toolkit would print to stdout instead.
 */
export async function runnerFiles(
  variables: Readonly<Record<string, string>>,
): Promise<RunnerFiles> {
  const core = await import('@actions/core');
  const has = (file: string) => Boolean(variables[file]);
  for (const file of FILES) if (has(file)) process.env[file] = variables[file];
  return {
    setOutputs: (outputs) => {
      if (!has('GITHUB_OUTPUT')) return;
      for (const [name, value] of Object.entries(outputs)) {
        // The toolkit guards the value, not the name: a line break in it would be another output.
        if (!/^[A-Za-z_][\w-]*$/.test(name)) {
          throw new ConfigError(`${JSON.stringify(name)} is no name of an output.`);
        }
        core.setOutput(name, value);
      }
    },
    addSummary: async (markdown) => {
      if (has('GITHUB_STEP_SUMMARY')) await core.summary.addRaw(markdown, true).write();
    },
    saveState: (values) => {
      if (!has('GITHUB_STATE')) return;
      for (const [name, value] of Object.entries(values)) core.saveState(name, value);
    },
  };
}
