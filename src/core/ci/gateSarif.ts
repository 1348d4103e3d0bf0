import { sarifLog, sarifUri } from '../sarif.ts';
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
 * Returns a SARIF log: a result per issue, hotspot or file that makes a condition fail. The conditions themselves have
 * no place in a file, so they are notifications of the invocation.
 *
 * @param version of service-cli
 */
export function gateSarif(report: GateReport, version: string): unknown {
  const causes = allCauses(report);
  const rules = [...new Set(causes.map(({ check }) => check))];
  return sarifLog({
    driver: { name: 'service-cli gate', version, rules: rules.map((id) => ({ id })) },
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
    results: causes.map((cause) => ({
      ruleId: cause.check,
      level: 'error',
      message: { text: causeText(cause) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: sarifUri(cause.file) },
            // Forges refuse a result without a region.
            region: { startLine: cause.line ?? 1 },
          },
        },
      ],
      partialFingerprints: { 'platform/v1': fingerprint(cause) },
    })),
  });
}
