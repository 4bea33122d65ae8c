import * as z from 'zod';
import type { Guard } from './guard.ts';
import { STAGES } from './stages.ts';

const lineSchema = z.object({ stage: z.string(), input: z.unknown() });

/** Puts a text through one of the boundaries that text passes in a run, inward or outward. */
export const cleanGuard: Guard = {
  name: 'clean',
  answer: async (line) => {
    const { stage } = lineSchema.parse(line);
    const clean = STAGES.get(stage);
    if (clean) return clean(line);
    const message = `there is no stage “${stage}”; there are ${[...STAGES.keys()].join(', ')}`;
    throw new z.ZodError([{ code: 'custom', path: ['stage'], message, input: stage }]);
  },
  refuse: (reason) => ({ rejected: reason }),
};
