/**
 * Applies the project's policy, `.service/secrets.json`. This is a separate bundle that is loaded only after a finding:
 * hashing and parsing take longer than a whole scan.
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
  /** Advice for the user when a policy would allow all findings, but the policy is not trusted. */
  readonly advice: string | undefined;
}

/**
 * Applies the policy of the project to findings.
 *
 * @param path The file of the text; a file behind a link belongs to the project of its target. Undefined for a prompt,
 *   to which only the allowed values of a policy apply.
 * @param root The open folder; a prompt belongs to its project.
 * @throws when the project has a policy that cannot be used.
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
