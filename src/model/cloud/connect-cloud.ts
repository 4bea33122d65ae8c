import type { Connect } from '../api-model.ts';
import type { Cloud } from './cloud.ts';

/** The client of a cloud. Each is large, and loaded when it is chosen. */
export async function connectCloud(cloud: Cloud): Promise<Connect> {
  switch (cloud) {
    case 'bedrock':
      return (await import('./bedrock.ts')).connectBedrock;
    case 'vertex':
      return (await import('./vertex.ts')).connectVertex;
    case 'foundry':
      return (await import('./foundry.ts')).connectFoundry;
  }
}
