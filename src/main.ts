#!/usr/bin/env node
// The action's door. It imports nothing but what replaces the process: every module read before that
// would be read twice, and the replacement has to come before anything else holds a secret.
import { enterCleanEnvironment } from './action/clean-environment.ts';

const environment = enterCleanEnvironment();
const { runAction } = await import('./run.ts');

await runAction(environment);
