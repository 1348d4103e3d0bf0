import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import * as z from 'zod/mini';
import { Failure, messageOf } from '../../core/failures.ts';
import { parseJson, parseStored } from '../../core/parsing.ts';
import type { ServiceHome } from '../files/serviceHome.ts';
import { isMissing } from '../systemError.ts';

const consent = z.looseObject({
  /** Real path of the folder that holds the policy. */
  folder: z.string(),
  /** Digest of the whole file: any change of the file needs a new consent. */
  digest: z.string(),
  /** ISO date. */
  at: z.string(),
});

export const policyConsentsSchema = z.looseObject({ version: z.literal(1), policies: z.array(consent) });

export type PolicyConsents = z.output<typeof policyConsentsSchema>;

export const noPolicyConsents: PolicyConsents = { version: 1, policies: [] };

/** Identifies a policy by folder and content, because consent to one folder's policy must not cover another folder. */
export interface PolicyIdentity {
  readonly folder: string;
  readonly digest: string;
}

/** Returns the identity of a policy on disk. The folder is that of the project, not its `.service`. */
export function policyIdentity(folder: string, bytes: Uint8Array): PolicyIdentity {
  return { folder: realpathSync.native(folder), digest: digestOf(bytes) };
}

/** Returns the identity of a policy that is not on a disk of this machine, by the address of its folder. */
export function remotePolicyIdentity(address: string, bytes: Uint8Array): PolicyIdentity {
  return { folder: address, digest: digestOf(bytes) };
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/**
 * Returns whether the user agreed to this policy. A repository and an agent can write policies, so a policy without
 * the user's consent must not switch off the protection.
 *
 * @throws {Failure} `malformed` or `storage` if the file of consents cannot be used.
 */
export function hasPolicyConsent(home: ServiceHome, { folder, digest }: PolicyIdentity): boolean {
  const { policies } = readPolicyConsents(home);
  return policies.some((item) => item.folder === folder && item.digest === digest);
}

/** @throws {Failure} `malformed` or `storage`. */
function readPolicyConsents({ policyConsents: path }: ServiceHome): PolicyConsents {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return noPolicyConsents;
    throw new Failure('storage', `Could not read ${path}: ${messageOf(error)}`, { cause: error });
  }
  return parseStored(policyConsentsSchema, parseJson(text, path), path);
}
