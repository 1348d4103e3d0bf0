import type { Finding } from '../../core/secrets/finding.ts';
import { formatRules } from '../../core/secrets/rules/formatRules.ts';
import { wordsOfRemedy } from './remedies.ts';

/** A finding and the file it is in. */
export interface LocatedFinding {
  readonly file: string;
  readonly finding: Finding;
}

const links = new Map(formatRules.map(({ id, link }) => [id, link]));

/** A SARIF 2.1.0 log, as code scanning of forges and CI reads it. Holds no secret, not even masked. */
export function toSarif(findings: readonly LocatedFinding[], version: string): unknown {
  const rules = new Map(findings.map(({ finding }) => [finding.rule, finding]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'service-cli',
            version,
            rules: [...rules.values()].map(({ rule, description, remedy }) => ({
              id: rule,
              shortDescription: { text: description },
              help: { text: wordsOfRemedy[remedy] },
              ...(links.has(rule) && { helpUri: links.get(rule) }),
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map(({ file, finding }) => ({
          ruleId: finding.rule,
          level: finding.confidence === 'high' ? 'error' : 'warning',
          message: { text: `${finding.description}. ${wordsOfRemedy[finding.remedy]}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: {
                  uri: file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/'),
                },
                region: {
                  startLine: finding.line,
                  startColumn: finding.column,
                  endLine: finding.endLine,
                  endColumn: finding.endColumn,
                },
              },
            },
          ],
          partialFingerprints: { 'value/v1': finding.hash },
        })),
      },
    ],
  };
}
