import { cleanGuard } from './clean.ts';
import type { Guard } from './guard.ts';
import { redactGuard } from './redact.ts';
import { urlGuard } from './url.ts';

/** Every guard. A new one is a file beside this and a line here. */
export const GUARDS: readonly Guard[] = [urlGuard, redactGuard, cleanGuard];
