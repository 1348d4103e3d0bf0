import { createHash } from 'node:crypto';
import { allCauses, conditionText, failingConditions, headline, type GateReport } from './gateReport.ts';

/**
 * Returns a SARIF 2.1.0 log, as code scanning of forges reads it: a result per issue, hotspot or file that makes a
 * condition fail. The conditions themselves have no place in a file, so they are notifications of the invocation.
 *
 * @param version of service-cli
 */
export function gateSarif(report: GateReport, version: string): unknown {
  const causes = allCauses(report);
  const ruleOf = ({ rule, metrics }: (typeof causes)[number]): string => rule ?? metrics[0] ?? 'quality-gate';
  const rules = [...new Set(causes.map(ruleOf))];
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
        results: causes.map((cause) => {
          const { file, line, key, message, metrics } = cause;
          return {
            ruleId: ruleOf(cause),
            level: 'error',
            message: { text: `${message ?? 'Fails the quality gate'} (${metrics.join(', ')})` },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: uriOf(file) },
                  // Forges refuse a result without a region.
                  region: { startLine: line ?? 1 },
                },
              },
            ],
            partialFingerprints: { 'platform/v1': fingerprint(key ?? `${file}\n${message ?? ''}`) },
          };
        }),
      },
    ],
  };
}

const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/');

/** Returns a digest that stays the same for an issue of the platform. */
export function fingerprint(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32);
}
