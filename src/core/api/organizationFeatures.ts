import * as z from 'zod/mini';
import type { Api, CallOptions } from './client.ts';

const organizations = z.array(z.object({ key: z.string(), uuidV4: z.string() }));
const organizationConfig = z.object({ eligible: z.boolean() });

/**
 * Returns whether the plan of a cloud organization includes agent features; false for an unknown organization.
 * @param v2 a client of the cloud's v2 host
 */
export async function hasAgentFeatures(
  v2: Api,
  organization: string,
  options?: CallOptions,
): Promise<boolean> {
  const parameters = { organizationKey: organization, excludeEligibility: true };
  const found = await v2.get('organizations/organizations', parameters, organizations, options);
  const uuid = found.find(({ key }) => key === organization)?.uuidV4;
  if (uuid === undefined) return false;
  const path = `a3s-analysis/org-config/${encodeURIComponent(uuid)}`;
  return (await v2.get(path, {}, organizationConfig, options)).eligible;
}
