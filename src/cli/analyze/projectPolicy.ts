import { dirname, join, relative } from 'node:path';
import { readFileSync } from 'node:fs';
import { Failure } from '../../core/failures.ts';
import {
  createPolicy,
  emptyPolicyDocument,
  parsePolicy,
  policyFile,
  type Policy,
} from '../../core/secrets/policy.ts';

/** The policy of the project that somebody works in. */
export interface ProjectPolicy {
  readonly policy: Policy;
  /** The folder that holds it; where there is none, the folder that would. */
  readonly folder: string;
  readonly file: string;
  /** A path as the policy names it. */
  readonly nameOf: (path: string) => string;
}

/** The policy of the nearest folder upwards that has one. Throws `malformed` or `storage` where it cannot be used. */
export function findPolicy(cwd: string): ProjectPolicy {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const file = join(folder, policyFile);
    const text = readIfPresent(file);
    if (text !== undefined) return inFolder(folder, createPolicy(parsePolicy(text, file)));
    if (dirname(folder) === folder) return inFolder(cwd, createPolicy(emptyPolicyDocument));
  }
}

function inFolder(folder: string, policy: Policy): ProjectPolicy {
  return {
    policy,
    folder,
    file: join(folder, policyFile),
    nameOf: (path) => relative(folder, path).replaceAll('\\', '/'),
  };
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw new Failure('storage', `Could not read ${file}`, { cause: error });
  }
}
