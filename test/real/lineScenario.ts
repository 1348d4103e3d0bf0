import assert from 'node:assert/strict';
import type { Finding } from '../../src/core/issues/finding.ts';
import { readGateFindings, type GateFindings } from '../../src/core/issues/gateFindings.ts';
import type { RealProvisioner } from './realProvisioner.ts';

const project = 'lines';

/** A function of 17 lines, which is long enough to count as duplicated. */
const copied = [
  'def sums(first, second):',
  '    total = 0',
  ...Array.from({ length: 14 }, (_, i) => `    total = total + first * ${i + 1} - second * ${i + 2}`),
  '    return total',
];
const old = ['def double(x):', '    return x * 2'];

/** Generic test coverage: each line of a file that can be covered, and whether a test ran it. */
function coverageOf(path: string, lines: readonly string[], uncovered: readonly number[]): string {
  const covered = lines.flatMap((line, at) =>
    line.trim() === ''
      ? []
      : `<lineToCover lineNumber="${at + 1}" covered="${!uncovered.includes(at + 1)}"/>`,
  );
  return `<coverage version="1"><file path="${path}">${covered.join('')}</file></coverage>`;
}

/** The lines that a failed gate of a real server counts, as the Problems view shows them. */
export function lineScenario(admin: () => RealProvisioner): void {
  describe('the lines behind failed conditions of a real server', () => {
    let findings: readonly Finding[];
    let groups: GateFindings['groups'];

    before(async () => {
      await admin().project(project);
      await admin().gate(
        'Lines',
        [
          ['new_coverage', 'LT', '100'],
          ['coverage', 'LT', '100'],
          ['duplicated_lines_density', 'GT', '0'],
        ],
        project,
      );
      const analyse = async (version: string, lines: readonly string[], more: Record<string, string>) => {
        const files = {
          'src/a.py': { source: `${lines.join('\n')}\n` },
          'coverage.xml': { source: coverageOf('src/a.py', lines, [2, lines.length]) },
          ...Object.fromEntries(Object.entries(more).map(([path, source]) => [path, { source }])),
        };
        const properties = {
          'sonar.projectVersion': version,
          'sonar.coverageReportPaths': 'coverage.xml',
        };
        return (await admin().analyse(project, { files, properties })).gate;
      };
      await analyse('1', old, {});
      const text = `${copied.join('\n')}\n`;
      const gate = await analyse('2', [...old, '', ...copied], { 'src/b.py': text });
      assert.equal(gate, 'ERROR');
      const api = admin().api(await admin().token('lines'));
      ({ findings, groups } = await readGateFindings(
        { project, branch: undefined, organization: undefined, newCode: false },
        { api, limit: 100 },
      ));
    });

    const places = (kind: string) =>
      findings
        .filter((finding) => finding.kind === kind)
        .map(({ path, range }) => [path, range?.startLine ?? 0, range?.endLine ?? 0] as const)
        .toSorted(([one, first], [other, second]) => one.localeCompare(other) || first - second);

    it('are the uncovered ones, and those in both copies of duplicated code', () => {
      // The server counts every line of a file without a report as uncovered.
      assert.deepEqual(places('uncovered'), [
        ['src/a.py', 2, 2],
        ['src/a.py', 20, 20],
        ['src/b.py', 1, 17],
      ]);
      assert.deepEqual(places('duplicated'), [
        ['src/a.py', 4, 20],
        ['src/b.py', 1, 17],
      ]);
      assert.ok(groups.every(({ isComplete }) => isComplete));
    });
  });
}
