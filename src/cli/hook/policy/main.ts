/**
 * What the project allows, `.service/secrets.json`. A bundle of its own, loaded where something was found: hashing and
 * parsing take longer than a whole scan.
 */
import { dirname } from 'node:path';
import type { Finding } from '../../../core/secrets/finding.ts';
import { hashOfFinding } from '../../../core/secrets/hash.ts';
import { serviceHome } from '../../../node/files/serviceHome.ts';
import { findPolicy, nameIn, realFile } from '../../analyze/projectPolicy.ts';
import { trustAdvice } from '../../analyze/trustAdvice.ts';

export interface PolicyVerdict {
  /** The findings that no policy allows. */
  readonly findings: readonly Finding[];
  /** What the user can do where a policy would allow them all, but does not count. */
  readonly advice: string | undefined;
}

/**
 * Holds findings against the policy of the project they belong to.
 *
 * @param path Where the text comes from; a file behind a link belongs to the project of its target. Undefined for a
 *   prompt, which only the values of a policy are about.
 * @param root The folder that is open; a prompt belongs to its project.
 * @throws where there is a policy that cannot be used.
 */
export function unallowed(
  text: string,
  findings: readonly Finding[],
  path: string | undefined,
  root: string | undefined,
): PolicyVerdict {
  const file = path === undefined ? undefined : realFile(path);
  const folder = path === undefined ? root && realFile(root) : file && dirname(file);
  if (folder === undefined || folder === '') return { findings, advice: undefined };
  const policy = findPolicy(folder, { home: serviceHome(process.env), root });
  const name = file === undefined ? '' : nameIn(policy, file);
  if (name === undefined) return { findings, advice: undefined };
  const { stated, distrust } = policy;
  const isAllowed = (finding: Finding): boolean =>
    (file !== undefined && stated.allowsPath(name)) || stated.allows(name, hashOfFinding(text, finding));
  const left = findings.filter((finding) => !isAllowed(finding));
  if (distrust === undefined) return { findings: left, advice: undefined };
  return { findings, advice: left.length === 0 ? trustAdvice(policy, distrust) : undefined };
}
