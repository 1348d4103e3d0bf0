import type { ServiceHome } from '../files/serviceHome.ts';
import { updateStoredJson } from '../files/storedJson.ts';
import {
  noPolicyConsents,
  type PolicyConsents,
  policyConsentsSchema,
  type PolicyIdentity,
} from './policyConsents.ts';

/**
 * Records that the user agreed to a policy. The record replaces an earlier consent for the same folder. Call it only
 * after the user has answered a question in the editor or on a terminal.
 *
 * @param at ISO date.
 * @throws {Failure} `malformed`, `storage` or `busy`; the file is unchanged then.
 */
export function givePolicyConsent(home: ServiceHome, policy: PolicyIdentity, at: string): Promise<void> {
  return change(home, (others) => [...others, { ...policy, at }], policy.folder);
}

/** Removes the user's consent to the policy of a folder. @throws {Failure} as `givePolicyConsent` */
export function withdrawPolicyConsent(home: ServiceHome, folder: string): Promise<void> {
  return change(home, (others) => others, folder);
}

async function change(
  { policyConsents: path }: ServiceHome,
  next: (others: PolicyConsents['policies']) => PolicyConsents['policies'],
  folder: string,
): Promise<void> {
  const document = { path, schema: policyConsentsSchema, empty: noPolicyConsents };
  await updateStoredJson(document, (current) => ({
    ...current,
    policies: next(current.policies.filter((item) => item.folder !== folder)),
  }));
}
