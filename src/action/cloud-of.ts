import { CLOUDS, type Cloud } from '../model/cloud/cloud.ts';
import type { Inputs } from './inputs.ts';

/** The cloud that the inputs choose; `undefined`: none. */
export function cloudOf(inputs: Inputs): Cloud | undefined {
  return CLOUDS.find((cloud) => inputs[`use_${cloud}`] === true);
}
