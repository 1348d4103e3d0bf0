import { createHash } from 'node:crypto';
import { sarifLog, sarifUri } from '../../core/sarif.ts';
import type { Finding, SecretFix } from '../../secrets/finding.ts';
import { describeRule } from '../../secrets/describeRule.ts';

export interface ReportedFinding {
  readonly file: string;
  readonly finding: Finding;
  /** The commit that has the secret; undefined for a file on disk. */
  readonly commit?: string | undefined;
  /** Whether the policy would allow the finding if the policy applied. */
  readonly isStatedAllowed: boolean;
}

/** Returns a SARIF log. Logs are published, so it has no secret, not even masked, and nothing computed from one. */
export function toSarif(findings: readonly ReportedFinding[], version: string): unknown {
  const fingerprintOf = createFingerprints();
  const rules = new Map(findings.map(({ finding }) => [finding.rule, finding]));
  return sarifLog({
    driver: {
      name: 'service-cli',
      version,
      rules: [...rules.values()].map(({ rule, fix }) => {
        const { description, link } = describeRule(rule);
        return {
          id: rule,
          shortDescription: { text: description },
          help: { text: fixTexts[fix] },
          ...(link !== undefined && { helpUri: link }),
        };
      }),
    },
    results: findings.map(({ file, commit, finding }) => ({
      ruleId: finding.rule,
      level: levels[finding.confidence],
      message: {
        text: `${describeRule(finding.rule).description}. ${finding.confidence === 'low' ? doubtfulText(finding.rule) : fixTexts[finding.fix]}`,
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uriOf(file) },
            region: {
              startLine: finding.line,
              startColumn: finding.column,
              endLine: finding.endLine,
              endColumn: finding.endColumn,
            },
          },
        },
      ],
      partialFingerprints:
        commit === undefined
          ? { 'place/v1': fingerprintOf(uriOf(file), finding.rule) }
          : { 'commit/v1': fingerprintOf(uriOf(file), finding.rule, commit) },
      ...(commit !== undefined && { properties: { commit } }),
    })),
  });
}

const uriOf = (file: string): string => sarifUri(file.replaceAll('\\', '/'));

/**
 * Returns a function that gives each finding, in the order of the text, a fingerprint of its file, its rule and its number
 * among the findings of that rule in that file. It stays the same when lines are added, and when the value changes. Findings
 * in commits are counted per commit, so theirs stay the same while the history grows.
 */
function createFingerprints(): (uri: string, rule: string, commit?: string) => string {
  const counts = new Map<string, number>();
  return (uri, rule, commit) => {
    const key = commit === undefined ? `${rule}\n${uri}` : `${rule}\n${uri}\n${commit}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return createHash('sha256').update(`${key}\n${count}`).digest('hex').slice(0, 32);
  };
}

const levels = { high: 'error', medium: 'warning', low: 'note' } as const;

export function doubtfulText(rule: string): string {
  const kind = rule === 'npm-token' ? 'an npm' : 'a GitHub';
  return `It has the form of ${kind} token, but its checksum is wrong: probably a sample.`;
}

/** The advice about a secret that a reader of the report sees. */
export const fixTexts: Readonly<Record<SecretFix, string>> = {
  revoke: 'Revoke it where it was issued, and keep the new one out of your files.',
  change: 'Change it on the system that checks it, and keep the new one out of your files.',
  replaceKey:
    'Create a new key, replace the old one wherever it is trusted, and keep the new one out of your files.',
};
