import { relative } from 'node:path';
import type { SessionHistory } from '../agent/session.ts';
import type { CallState } from '../pipeline/governance.ts';
import { persist } from '../pipeline/result-budget.ts';
import { textOf } from '../pipeline/text-block.ts';

const NOTHING_TOLD = { forgetTold: () => {}, endTurn: () => {} };

/** What becomes of answers that leave the conversation whose calls share this state. */
export function sessionHistory(
  state: CallState,
  told: Pick<SessionHistory, 'forgetTold' | 'endTurn'> = NOTHING_TOLD,
): SessionHistory {
  return {
    forgetTold: told.forgetTold,
    endTurn: told.endTurn,
    forgetShown: () => state.context.readState.forgetShown(),
    recentFiles: () => {
      const { readState, cwd } = state.context;
      return readState.recent().map((path) => {
        const near = relative(cwd, path);
        return near.startsWith('..') ? path : near;
      });
    },
    saveResult: async (toolUseId, block) => {
      const { runDirectory } = state.context.workspace;
      const text = textOf(block);
      if (text === '') return undefined;
      const saved = await persist(text, { id: `${toolUseId}.cleared`, runDirectory });
      return 'path' in saved ? saved.path : undefined;
    },
  };
}
