import type { Finding } from '../../core/secrets/finding.ts';
import { describeRule } from '../../core/secrets/describeRule.ts';
import { wordsOfRemedy } from './remedies.ts';

/** A finding and the file it is in. */
export interface LocatedFinding {
  readonly file: string;
  readonly finding: Finding;
  readonly hash: string;
}

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
            rules: [...rules.values()].map(({ rule, remedy }) => {
              const { description, link } = describeRule(rule);
              return {
                id: rule,
                shortDescription: { text: description },
                help: { text: wordsOfRemedy[remedy] },
                ...(link !== undefined && { helpUri: link }),
              };
            }),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map(({ file, finding, hash }) => ({
          ruleId: finding.rule,
          level: finding.confidence === 'high' ? 'error' : 'warning',
          message: { text: `${describeRule(finding.rule).description}. ${wordsOfRemedy[finding.remedy]}` },
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
          partialFingerprints: { 'value/v1': hash },
        })),
      },
    ],
  };
}
