import { createPolicy, emptyPolicyDocument, type Policy, type PolicyDocument } from './policy.ts';

/** Which policy is about something, and where it stands. */
export interface NearestPolicy<Folder> {
  readonly policy: Policy;
  /** The folder that holds it; where there is none, the folder that would. */
  readonly folder: Folder;
}

/**
 * The folders whose policy is about what lies in `folder`: itself, then upwards. The first of them that holds one
 * decides alone. Over any notion of a folder, because editors have others than disks.
 *
 * @param parentOf undefined at the top, which is the last that is looked at.
 */
export function* policyFolders<Folder>(
  folder: Folder,
  parentOf: (folder: Folder) => Folder | undefined,
): Generator<Folder, void, undefined> {
  for (let next: Folder | undefined = folder; next !== undefined; next = parentOf(next)) yield next;
}

/** What a folder allows by its document, or without one: nothing. */
export function policyIn<Folder>(
  folder: Folder,
  document: PolicyDocument = emptyPolicyDocument,
): NearestPolicy<Folder> {
  return { folder, policy: createPolicy(document) };
}
