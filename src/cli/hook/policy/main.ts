/**
 * What the project allows, `.service/secrets.json`. A bundle of its own, loaded where something was found: hashing and
 * parsing take longer than a whole scan.
 */
import { dirname } from 'node:path';
import type { Finding } from '../../../core/secrets/finding.ts';
import { hashOfFinding } from '../../../core/secrets/hash.ts';
import { findPolicy } from '../../analyze/projectPolicy.ts';

/**
 * The findings that no policy allows. Throws where there is a policy that cannot be used.
 * @param path where the text comes from; undefined for a prompt, which only the values of a policy are about.
 * @param root folder that is open, whose policy a prompt is held against.
 */
export function unallowed(
  text: string,
  findings: readonly Finding[],
  path: string | undefined,
  root: string | undefined,
): readonly Finding[] {
  const folder = path === undefined ? root : dirname(path);
  if (folder === undefined) return findings;
  const { policy, nameOf } = findPolicy(folder);
  const name = path === undefined ? '' : nameOf(path);
  if (path !== undefined && policy.allowsPath(name)) return [];
  return findings.filter((finding) => !policy.allows(name, hashOfFinding(text, finding)));
}
