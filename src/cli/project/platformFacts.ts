import type { PlatformFacts } from '../../core/agentFeatures.ts';
import { hasAgentFeatures } from '../../core/api/organizations.ts';
import { getServerEdition } from '../../core/api/system.ts';
import { isOneOf, refusals } from '../../core/failures.ts';
import { apiOf, type Credential } from '../../node/credentials/credentials.ts';

/**
 * Asks the platform for its edition or plan, and a server for its version unless `version` is given. A fact that the
 * platform does not reveal is undefined, which callers treat as "not eligible".
 */
export async function platformFacts(
  access: Omit<Parameters<typeof apiOf>[1], 'newer'>,
  credential: Credential,
  version: string | undefined,
): Promise<PlatformFacts> {
  const { platform } = credential;
  if (platform.organization !== undefined) {
    const api = apiOf(credential, { ...access, newer: true });
    const eligible = await unlessRefused(hasAgentFeatures(api, platform.organization));
    // The platform says whether the plan includes the features, not which plan it is.
    return { product: 'cloud', plan: eligible === true ? 'team' : 'free' };
  }
  const answer = await unlessRefused(getServerEdition(apiOf(credential, access)));
  return { product: 'server', edition: answer?.edition, version: version ?? answer?.version };
}

async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isOneOf(error, refusals)) return undefined;
    throw error;
  }
}
