import { expect, test } from 'vitest';
import { packaged } from '../mcp/servers.ts';
import { answered, DONE, searchJob, toolsOf } from './search-job.ts';

/** Servers nobody here wrote, started by their package's own file. */
const real = (name: string, ...args: string[]) => {
  const [command, ...rest] = packaged(name, ...args);
  return { command, args: rest };
};
const servers = {
  demo: real('everything', 'stdio'),
  files: real('filesystem', '.'),
  notes: real('memory'),
  'other-files': real('filesystem', '.'),
  'other-notes': real('memory'),
};

test('with sixty tools of real servers and `tst` the first request has a quarter of the definitions that `standard` sends', async () => {
  const first = async (tool_search: string) => {
    const inputs = { tool_search };
    const { api, result } = await searchJob({ turns: [DONE], servers, inputs });
    expect(api.violations).toEqual([]);
    expect(result.outputs).toMatchObject({ stop_reason: 'completed' });
    return answered(api)[0];
  };
  const [searched, standard] = [await first('tst'), await first('standard')];
  const ofServers = toolsOf(searched, true).filter((name) => String(name).startsWith('mcp__'));
  expect(ofServers.length).toBeGreaterThanOrEqual(60);
  expect(toolsOf(standard)).toEqual(expect.arrayContaining(ofServers));
  const bytesOf = (request: typeof searched) => {
    const seen = request?.body.tools?.filter((tool) => !tool['defer_loading']);
    return Buffer.byteLength(JSON.stringify(seen));
  };
  expect(bytesOf(searched) / bytesOf(standard)).toBeLessThanOrEqual(0.25);
});
