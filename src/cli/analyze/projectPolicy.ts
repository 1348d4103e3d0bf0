import { counted } from '../../core/counted.ts';
import { statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { Failure, messageOf } from '../../core/failures.ts';
import { shellWord } from '../../core/shellWord.ts';
import {
  createPolicy,
  parsePolicy,
  policyFile,
  type Policy,
  unknownFields,
} from '../../secrets/policy/policy.ts';
import { maxOwnBytes } from '../../node/files/openFile.ts';
import { isOwn, partsInside, readInside, realFile, topFolder } from '../../node/files/realPath.ts';
import { hasPolicyConsent, policyIdentity } from '../../node/credentials/policyConsents.ts';
import type { ServiceHome } from '../../node/files/serviceHome.ts';
import { printable } from '../../core/printable.ts';
import { similarWords } from '../similarWords.ts';

export type PolicyRefusal =
  /** The user has not agreed to what this policy, word for word, allows. */
  | 'noConsent'
  /** The policy belongs to another user, or is in a folder that another user can write. */
  | 'foreign';

export interface ProjectPolicy {
  /** Real path of the folder that holds the policy, or that would hold one if the project has none. */
  readonly folder: string;
  readonly file: string;
  /** Content of the file; undefined if it does not exist. */
  readonly bytes: Buffer | undefined;
  /** The content of the file, whether the policy applies or not. */
  readonly stated: Policy;
  /** Undefined if the policy applies. */
  readonly distrust: PolicyRefusal | undefined;
}

/**
 * Returns the policy of the nearest folder upwards that has one, up to the top of the repository.
 *
 * @param start Real path of the folder.
 * @param home Where consents are kept; undefined if the caller stands for the user's consent (`--trust-policy`).
 * @param root The folder that is open. Outside of a repository, policies above this folder do not apply.
 * @throws {Failure} `malformed` or `storage` if there is a policy that cannot be used, such as one below a link.
 */
export function findPolicy(start: string, home: ServiceHome | undefined, root?: string): ProjectPolicy {
  const top = topOf(start, root);
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, policyFile);
    const bytes = read(folder, file);
    if (bytes !== undefined) {
      const stated = createPolicy(parsePolicy(bytes.toString('utf8'), file));
      const distrust = home === undefined ? undefined : distrustOf(folder, file, bytes, home);
      return { folder, file, bytes, stated, distrust };
    }
    if (folder === top || folder === dirname(folder)) break;
  }
  return {
    folder: start,
    file: join(start, policyFile),
    bytes: undefined,
    stated: createPolicy(),
    distrust: undefined,
  };
}

/** Returns the name by which a policy knows a file, given its real path; undefined outside of the policy's folder. */
export function nameInPolicy({ folder }: ProjectPolicy, file: string): string | undefined {
  return partsInside(folder, file)?.join('/');
}

/** Returns where the search ends: the repository's top, else the open folder; undefined means the top of the disk. */
function topOf(start: string, root: string | undefined): string | undefined {
  const repository = topFolder(start);
  if (repository !== undefined) return repository;
  const open = root === undefined ? undefined : realFile(root);
  return open !== undefined && (open === start || partsInside(open, start)) ? open : undefined;
}

function read(folder: string, file: string): Buffer | undefined {
  try {
    return readInside(folder, file, maxOwnBytes);
  } catch (error) {
    throw new Failure('storage', `Could not read ${file}: ${messageOf(error)}`, { cause: error });
  }
}

function distrustOf(
  folder: string,
  file: string,
  bytes: Buffer,
  home: ServiceHome,
): PolicyRefusal | undefined {
  if (![file, dirname(file)].every(isOwnPath) || !(isOwnPath(folder) || !isWritableByAll(folder)))
    return 'foreign';
  return hasPolicyConsent(home, policyIdentity(folder, bytes)) ? undefined : 'noConsent';
}

const isOwnPath = (path: string): boolean => isOwn(statSync(path, { bigint: true }).uid);

/** Windows reports no such right. */
const isWritableByAll = (folder: string): boolean =>
  process.platform !== 'win32' && (statSync(folder).mode & 0o002) !== 0;

/** Returns why a policy does not apply, and what the user can do: two sentences for the user, also read by agents. */
export function trustAdvice({ file, folder }: ProjectPolicy, distrust: PolicyRefusal): string {
  return distrust === 'noConsent'
    ? `${file} would allow it, but no user has agreed to that policy on this machine. To agree, run in a terminal: ${trustCommand(folder)}`
    : `${file} would allow it, but other users can write there. Make the file and its folders the user's own.`;
}

export function trustCommand(folder: string): string {
  return `service-cli policy trust ${shellWord(folder, 'FOLDER', sep === '\\')}`;
}

/** Returns a sentence for each field that no policy has. */
export function misspelledFields({ file, bytes }: ProjectPolicy): string[] {
  if (bytes === undefined) return [];
  return unknownFields(bytes.toString('utf8')).map(({ name, place, known }) => {
    const [similar] = similarWords(name, known);
    const hint = similar === undefined ? '' : ` Did you mean ${similar}?`;
    return `${file}: "${name}" is no field of ${place}.${hint} Its fields are ${known.join(', ')}.`;
  });
}

/** Returns what a policy allows, one line for each kind, for the user who is to agree. */
export function describePolicy({ file, stated: { document } }: ProjectPolicy): string[] {
  const { allowPaths, allowValues, baseline } = document;
  if (allowPaths.length + allowValues.length + Object.keys(baseline).length === 0)
    return [`${printable(file)} allows no secrets.`];
  return [
    `${printable(file)} lets AI agents read files that contain secrets:`,
    ...allowPaths.map((pattern) => `  all files that match ${printable(pattern)}`),
    ...(allowValues.length > 0 ? [`  ${counted(allowValues.length, 'value')}, in any file`] : []),
    ...(Object.keys(baseline).length > 0
      ? [`  ${counted(baselineSize(baseline), 'value')} of the baseline, each in its own file`]
      : []),
  ];
}

export function baselineSize(baseline: Readonly<Record<string, readonly string[]>>): number {
  return Object.values(baseline).reduce((sum, hashes) => sum + hashes.length, 0);
}
