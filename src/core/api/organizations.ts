import * as z from 'zod/mini';
import type { Api, Page, Parameters } from './client.ts';
import { displayName } from './texts.ts';
import { urlPart } from '../urlPart.ts';

const organization = z.object({
  key: z.string(),
  name: displayName,
  /** The caller's rights in the organization. Some platforms leave them out. */
  actions: z.optional(z.object({ admin: z.optional(z.boolean()) })),
});
export type Organization = z.output<typeof organization>;

/** Returns the cloud organization with this key; undefined for an unknown one. `notFound` on a server. */
export async function findOrganization(api: Api, key: string): Promise<Organization | undefined> {
  const { items } = await searchOrganizations(api, { organizations: key });
  return items.find((item) => item.key === key);
}

/** Returns the first 500 organizations that the caller is a member of. */
export async function listMyOrganizations(api: Api): Promise<readonly Organization[]> {
  return (await searchOrganizations(api, { member: true, ps: 500 })).items;
}

function searchOrganizations(api: Api, parameters: Parameters): Promise<Page<Organization>> {
  const list = { key: 'organizations', item: organization };
  return api.list('api/organizations/search', parameters, list);
}

const organizations = z.array(z.object({ key: z.string(), uuidV4: z.string() }));
const organizationConfig = z.object({ eligible: z.boolean() });

/** Returns from the cloud's v2 host whether an organization has agent features; false for an unknown organization. */
export async function hasAgentFeatures(v2: Api, organization: string): Promise<boolean> {
  const parameters = { organizationKey: organization, excludeEligibility: true };
  const found = await v2.get('organizations/organizations', parameters, organizations);
  const uuid = found.find(({ key }) => key === organization)?.uuidV4;
  if (uuid === undefined) return false;
  const path = `a3s-analysis/org-config/${urlPart(uuid)}`;
  return (await v2.get(path, {}, organizationConfig)).eligible;
}
