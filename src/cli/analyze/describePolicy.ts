import { printable } from '../../core/printable.ts';
import type { ProjectPolicy } from './projectPolicy.ts';

/** Returns what a policy allows, one line for each kind, for the user who is to agree. */
export function describePolicy({ file, stated: { document } }: ProjectPolicy): string[] {
  const { allowPaths, allowValues, baseline } = document;
  if (allowPaths.length + allowValues.length + Object.keys(baseline).length === 0)
    return [`${printable(file)} allows no secrets.`];
  return [
    `${printable(file)} lets AI agents read files that contain secrets:`,
    ...allowPaths.map((pattern) => `  all files that match ${printable(pattern)}`),
    ...(allowValues.length > 0 ? [`  ${allowValues.length} values, in any file`] : []),
    ...(Object.keys(baseline).length > 0
      ? [`  ${baselineSize(baseline)} values of the baseline, each in its own file`]
      : []),
  ];
}

export function baselineSize(baseline: Readonly<Record<string, readonly string[]>>): number {
  return Object.values(baseline).reduce((sum, hashes) => sum + hashes.length, 0);
}
