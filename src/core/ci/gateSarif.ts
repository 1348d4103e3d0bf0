import {
  allCauses,
  causeText,
  conditionText,
  failingConditions,
  fingerprint,
  headline,
  type GateReport,
} from './gateReport.ts';

/**
 * Returns a SARIF 2.1.0 log, as code scanning of forges reads it: a result per issue, hotspot or file that makes a
 * condition fail. The conditions themselves have no place in a file, so they are notifications of the invocation.
 *
 * @param version of service-cli
 */
export function gateSarif(report: GateReport, version: string): unknown {
  const causes = allCauses(report);
  const rules = [...new Set(causes.map(({ check }) => check))];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'service-cli gate', version, rules: rules.map((id) => ({ id })) } },
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: [
              { level: report.status === 'ERROR' ? 'error' : 'note', message: { text: headline(report) } },
              ...failingConditions(report).map((condition) => ({
                level: 'error',
                message: { text: conditionText(condition) },
              })),
            ],
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: causes.map((cause) => ({
          ruleId: cause.check,
          level: 'error',
          message: { text: causeText(cause) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(cause.file) },
                // Forges refuse a result without a region.
                region: { startLine: cause.line ?? 1 },
              },
            },
          ],
          partialFingerprints: { 'platform/v1': fingerprint(cause) },
        })),
      },
    ],
  };
}

const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/');
