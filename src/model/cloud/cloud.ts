/** Who serves the Messages API instead of Anthropic: the clouds that the SDK has clients for. */
export type Cloud = 'bedrock' | 'vertex' | 'foundry';

export const CLOUDS = ['bedrock', 'vertex', 'foundry'] as const satisfies readonly Cloud[];

/** The variables that hold a cloud's credentials, or say where they are. */
const CREDENTIALS: Readonly<Record<Cloud, RegExp>> = {
  bedrock:
    /^AWS_(ACCESS_KEY_ID|BEARER_TOKEN_BEDROCK|WEB_IDENTITY_TOKEN_FILE|ROLE_ARN|PROFILE|CONTAINER_CREDENTIALS_(FULL|RELATIVE)_URI)$/,
  vertex: /^(GOOGLE_APPLICATION_CREDENTIALS|CLOUDSDK_CONFIG)$/,
  foundry: /^(ANTHROPIC_FOUNDRY_API_KEY|AZURE_CLIENT_SECRET|AZURE_FEDERATED_TOKEN_FILE)$/,
};

/** Whether the job was given credentials. Without any, the machine itself may still have some. */
export function hasCloudCredentials(
  cloud: Cloud,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return Object.keys(environment).some(
    (name) => CREDENTIALS[cloud].test(name) && environment[name]?.trim() !== '',
  );
}
