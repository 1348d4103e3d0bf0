import type { IssueQuery } from '../api/issues.ts';

/** Where to look for the reason of a failing condition. */
export type Reason =
  | {
      readonly kind: 'issues';
      readonly filter: Pick<IssueQuery, 'types' | 'severities' | 'impactSoftwareQualities'>;
    }
  | { readonly kind: 'hotspots' }
  /** The files with the most of `metric`, such as uncovered lines. */
  | { readonly kind: 'files'; readonly metric: string };

const issues = (filter: Extract<Reason, { kind: 'issues' }>['filter']): Reason => ({
  kind: 'issues',
  filter,
});
const bugs = issues({ types: ['BUG'] });
const vulnerabilities = issues({ types: ['VULNERABILITY'] });
const smells = issues({ types: ['CODE_SMELL'] });
const uncovered: Reason = { kind: 'files', metric: 'uncovered_lines' };
const duplicated: Reason = { kind: 'files', metric: 'duplicated_lines' };

/** The reasons by metric key, without its prefix `new_`. */
export const reasons: ReadonlyMap<string, Reason> = new Map(
  Object.entries<Reason>({
    violations: issues({}),
    blocker_violations: issues({ severities: ['BLOCKER'] }),
    critical_violations: issues({ severities: ['CRITICAL'] }),
    major_violations: issues({ severities: ['MAJOR'] }),
    minor_violations: issues({ severities: ['MINOR'] }),
    info_violations: issues({ severities: ['INFO'] }),
    bugs,
    reliability_rating: bugs,
    vulnerabilities,
    security_rating: vulnerabilities,
    code_smells: smells,
    maintainability_rating: smells,
    sqale_rating: smells,
    sqale_debt_ratio: smells,
    technical_debt: smells,
    software_quality_reliability_issues: issues({ impactSoftwareQualities: ['RELIABILITY'] }),
    software_quality_reliability_rating: issues({ impactSoftwareQualities: ['RELIABILITY'] }),
    software_quality_security_issues: issues({ impactSoftwareQualities: ['SECURITY'] }),
    software_quality_security_rating: issues({ impactSoftwareQualities: ['SECURITY'] }),
    software_quality_maintainability_issues: issues({ impactSoftwareQualities: ['MAINTAINABILITY'] }),
    software_quality_maintainability_rating: issues({ impactSoftwareQualities: ['MAINTAINABILITY'] }),
    security_hotspots: { kind: 'hotspots' },
    security_hotspots_reviewed: { kind: 'hotspots' },
    security_review_rating: { kind: 'hotspots' },
    coverage: uncovered,
    line_coverage: uncovered,
    uncovered_lines: uncovered,
    branch_coverage: { kind: 'files', metric: 'uncovered_conditions' },
    uncovered_conditions: { kind: 'files', metric: 'uncovered_conditions' },
    duplicated_lines: duplicated,
    duplicated_blocks: duplicated,
    duplicated_lines_density: duplicated,
  }),
);
