import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { effectsOf } from '../fakes/hook-effects.ts';
import { leftBehind, playHooks } from '../fakes/play-hooks.ts';

const FOLDER = join(import.meta.dirname, 'hooks');
/** A line that the runner takes for a command, and that is none of this action's own. */
const COMMAND = /^::(?!(?:warning|error|notice) title=Unattended::|group::|endgroup::).*$/m;

/** A test for every fixture of these groups: each a folder with configuration, scripts, event and effect. */
export function checkFixtures(groups: readonly string[]): void {
  const names = groups.flatMap((group) =>
    readdirSync(join(FOLDER, group)).map((name) => join(group, name)),
  );
  test.each(names)('%s', async (name) => {
    const played = await playHooks(join(FOLDER, name));
    const { fixture, result, server } = played;
    const wanted = fixture.expect;
    const had = effectsOf(played);

    expect(had.stopReason, had.log).toBe(wanted.stop_reason);
    if (wanted.conclusion) expect(result.outputs['conclusion']).toBe(wanted.conclusion);
    if (wanted.decisions) expect(had.decisions).toEqual(wanted.decisions);
    if (wanted.runs)
      expect(had.runs.toSorted(), had.notices.join('\n')).toEqual(wanted.runs.toSorted());
    if (wanted.updated) expect(had.updated).toEqual(wanted.updated);
    expect(had.files).toEqual(wanted.files);
    expect(had.json).toEqual(wanted.json);
    for (const text of wanted.decided)
      expect(had.decided).toContain(JSON.stringify(text).slice(1, -1));
    for (const text of wanted.told) expect(had.told).toContain(text);
    for (const text of wanted.not_told) expect(had.told).not.toContain(text);
    for (const text of wanted.notices) expect(had.notices.join('\n')).toContain(text);
    if (wanted.warnings !== undefined) expect(had.warnings).toBe(wanted.warnings);
    for (const text of wanted.log) expect(had.log).toContain(text);
    for (const text of wanted.nowhere) expect(had.everything).not.toContain(text);
    for (const text of wanted.not_sent) expect(had.sent).not.toContain(text);
    if (wanted.received) expect(server.received).toMatchObject(wanted.received);
    if (wanted.turns !== undefined) expect(had.turns).toBe(wanted.turns);
    // Whatever hooks say or do:
    expect(result.stderr).toBe('');
    expect(COMMAND.exec(result.stdout)?.[0]).toBeUndefined();
    expect(leftBehind(result)).toEqual([]);
  });
}
