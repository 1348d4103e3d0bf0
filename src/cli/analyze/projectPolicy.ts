import { dirname, join, relative } from 'node:path';
import { readFileSync } from 'node:fs';
import { Failure } from '../../core/failures.ts';
import { policyFolders, policyIn, type NearestPolicy } from '../../core/secrets/nearestPolicy.ts';
import { parsePolicy, policyFile } from '../../core/secrets/policy.ts';

/** The policy of the project that somebody works in. */
export interface ProjectPolicy extends NearestPolicy<string> {
  readonly file: string;
  /** A path as the policy names it. */
  readonly nameOf: (path: string) => string;
}

/** The policy of the nearest folder upwards that has one. Throws `malformed` or `storage` where it cannot be used. */
export function findPolicy(cwd: string): ProjectPolicy {
  for (const folder of policyFolders(cwd, parentOf)) {
    const file = join(folder, policyFile);
    const text = readIfPresent(file);
    if (text !== undefined) return named(policyIn(folder, parsePolicy(text, file)));
  }
  return named(policyIn(cwd));
}

function parentOf(folder: string): string | undefined {
  const parent = dirname(folder);
  return parent === folder ? undefined : parent;
}

function named({ folder, policy }: NearestPolicy<string>): ProjectPolicy {
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
