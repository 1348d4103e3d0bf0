import assert from 'node:assert/strict';
import { searchIssues } from '../../src/core/api/issues.ts';
import type { GenericReport, Provisioner } from './provision.ts';
import { plain } from './pythonFiles.ts';

const project = 'external';

/** In the form that every version imports. */
const found = [
  { ruleId: 'r-bug', type: 'BUG', severity: 'CRITICAL', message: 'A bug.', startLine: 1, effortMinutes: 10 },
  { ruleId: 'r-hole', type: 'VULNERABILITY', severity: 'MINOR', message: 'A hole.', startLine: 2 },
  {
    ruleId: 'r-smell',
    type: 'CODE_SMELL',
    severity: 'MAJOR',
    message: 'A smell.',
    startLine: 5,
    effortMinutes: 40,
  },
  {
    ruleId: 'r-smell',
    type: 'CODE_SMELL',
    severity: 'MAJOR',
    message: 'Another.',
    startLine: 6,
    effortMinutes: 2,
  },
] as const;
/** Places that explain the first issue. */
const secondaryLocations = [
  {
    message: 'First here.',
    filePath: 'src/a.py',
    textRange: { startLine: 2, startColumn: 4, endColumn: 10 },
  },
  { message: 'Then here.', filePath: 'src/a.py', textRange: { startLine: 6, startColumn: 4, endColumn: 10 } },
];
const external: GenericReport = {
  issues: found.map(({ ruleId, type, severity, message, startLine, ...effort }) => ({
    engineId: 'linter',
    ruleId,
    type,
    severity,
    ...effort,
    primaryLocation: { message, filePath: 'src/a.py', textRange: { startLine } },
    ...(ruleId === 'r-bug' ? { secondaryLocations } : {}),
  })),
};

/** The same generic report of issues gives the same on every platform. */
export function externalIssueScenarios(admin: () => Provisioner): void {
  describe('issues of another analyzer', () => {
    let gate: string;

    before(async () => {
      await admin().project(project, 'External issues');
      await admin().gate('External', [['critical_violations', 'GT', '0']], project);
      ({ gate } = await admin().analyse(project, { files: plain, external }));
    });

    it('match the report', async () => {
      const { issues } = await admin().get<{ issues: Record<string, unknown>[] }>('issues/search', {
        components: project,
        componentKeys: project,
        s: 'FILE_LINE',
        asc: 'true',
      });
      assert.deepEqual(
        issues.map(({ rule, type, severity, status, line, message }) =>
          [rule, type, severity, status, line, message].join(' '),
        ),
        [
          'external_linter:r-bug BUG CRITICAL OPEN 1 A bug.',
          'external_linter:r-hole VULNERABILITY MINOR OPEN 2 A hole.',
          'external_linter:r-smell CODE_SMELL MAJOR OPEN 5 A smell.',
          'external_linter:r-smell CODE_SMELL MAJOR OPEN 6 Another.',
        ],
      );
    });

    it('have the related places of the report', async () => {
      const { items } = await searchIssues(admin().api(), { project });
      const flowsOf = (text: string) => items.find(({ message }) => message === text)?.flows;
      const flow = (msg: string, line: number) => ({
        locations: [
          {
            component: `${project}:src/a.py`,
            textRange: { startLine: line, endLine: line, startOffset: 4, endOffset: 10 },
            msg,
          },
        ],
      });
      assert.deepEqual(flowsOf('A bug.'), [flow('First here.', 2), flow('Then here.', 6)]);
      assert.deepEqual(flowsOf('A hole.'), []);
    });

    it('count as violations, for ratings and for the gate', async () => {
      const expected: Record<string, string> = {
        violations: '4',
        critical_violations: '1',
        major_violations: '2',
        minor_violations: '1',
        bugs: '1',
        vulnerabilities: '1',
        code_smells: '2',
        ncloc: '4',
        sqale_index: '42',
        sqale_debt_ratio: '35.0',
        sqale_rating: '4.0',
        reliability_rating: '4.0',
        security_rating: '2.0',
        alert_status: 'ERROR',
      };
      const { component } = await admin().get<{
        component: { measures: { metric: string; value: string }[] };
      }>('measures/component', { component: project, metricKeys: Object.keys(expected).join() });
      const values = component.measures.map(({ metric, value }): [string, string] => [metric, value]);
      assert.deepEqual(Object.fromEntries(values), expected);
      assert.equal(gate, 'ERROR');
    });
  });
}
