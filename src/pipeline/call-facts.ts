import type { Question } from '../permission/question.ts';
import type { AskedCall } from '../policy/asked-call.ts';

/**
 * What a call is judged by, made once per call from the input that will run: what `decide` wants to
 * know but for what is the same in a whole run, and what the policy's answers are matched against.
 */
export interface CallFacts
  extends AskedCall,
    Pick<Question, 'toolCheck' | 'requiresConfirmation' | 'hook'> {}
