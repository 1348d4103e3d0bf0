export interface Metric {
  readonly key: string;
  readonly name: string;
  readonly type: 'INT' | 'PERCENT' | 'RATING' | 'WORK_DUR' | 'LEVEL' | 'DATA' | 'STRING';
  /** 1: higher is better, -1: lower is better, 0: neither. */
  readonly direction: 1 | -1 | 0;
}

type MetricRow = readonly [key: string, name: string, type: Metric['type'], direction: Metric['direction']];

const rows: readonly MetricRow[] = [
  ['alert_status', 'Quality Gate Status', 'LEVEL', 1],
  ['quality_gate_details', 'Quality Gate Details', 'DATA', 0],
  ['lines', 'Lines', 'INT', -1],
  ['ncloc', 'Lines of Code', 'INT', -1],
  ['new_lines', 'New Lines', 'INT', -1],
  ['files', 'Files', 'INT', -1],
  ['functions', 'Functions', 'INT', -1],
  ['classes', 'Classes', 'INT', -1],
  ['statements', 'Statements', 'INT', -1],
  ['comment_lines', 'Comment Lines', 'INT', 1],
  ['comment_lines_density', 'Comments (%)', 'PERCENT', 1],
  ['complexity', 'Cyclomatic Complexity', 'INT', -1],
  ['cognitive_complexity', 'Cognitive Complexity', 'INT', -1],
  ['violations', 'Issues', 'INT', -1],
  ['blocker_violations', 'Blocker Issues', 'INT', -1],
  ['critical_violations', 'Critical Issues', 'INT', -1],
  ['major_violations', 'Major Issues', 'INT', -1],
  ['minor_violations', 'Minor Issues', 'INT', -1],
  ['info_violations', 'Info Issues', 'INT', -1],
  ['new_violations', 'New Issues', 'INT', -1],
  ['new_blocker_violations', 'New Blocker Issues', 'INT', -1],
  ['new_critical_violations', 'New Critical Issues', 'INT', -1],
  ['new_major_violations', 'New Major Issues', 'INT', -1],
  ['new_minor_violations', 'New Minor Issues', 'INT', -1],
  ['new_info_violations', 'New Info Issues', 'INT', -1],
  ['open_issues', 'Open Issues', 'INT', -1],
  ['confirmed_issues', 'Confirmed Issues', 'INT', -1],
  ['reopened_issues', 'Reopened Issues', 'INT', -1],
  ['false_positive_issues', 'False Positive Issues', 'INT', -1],
  ['accepted_issues', 'Accepted Issues', 'INT', -1],
  ['bugs', 'Bugs', 'INT', -1],
  ['new_bugs', 'New Bugs', 'INT', -1],
  ['reliability_rating', 'Reliability Rating', 'RATING', -1],
  ['new_reliability_rating', 'Reliability Rating on New Code', 'RATING', -1],
  ['vulnerabilities', 'Vulnerabilities', 'INT', -1],
  ['new_vulnerabilities', 'New Vulnerabilities', 'INT', -1],
  ['security_rating', 'Security Rating', 'RATING', -1],
  ['new_security_rating', 'Security Rating on New Code', 'RATING', -1],
  ['security_hotspots', 'Security Hotspots', 'INT', -1],
  ['new_security_hotspots', 'New Security Hotspots', 'INT', -1],
  ['security_review_rating', 'Security Review Rating', 'RATING', -1],
  ['new_security_review_rating', 'Security Review Rating on New Code', 'RATING', -1],
  ['security_hotspots_reviewed', 'Security Hotspots Reviewed', 'PERCENT', 1],
  ['new_security_hotspots_reviewed', 'Security Hotspots Reviewed on New Code', 'PERCENT', 1],
  ['code_smells', 'Code Smells', 'INT', -1],
  ['new_code_smells', 'New Code Smells', 'INT', -1],
  ['sqale_index', 'Technical Debt', 'WORK_DUR', -1],
  ['new_technical_debt', 'Added Technical Debt', 'WORK_DUR', -1],
  ['sqale_debt_ratio', 'Technical Debt Ratio', 'PERCENT', -1],
  ['new_sqale_debt_ratio', 'Technical Debt Ratio on New Code', 'PERCENT', -1],
  ['sqale_rating', 'Maintainability Rating', 'RATING', -1],
  ['new_maintainability_rating', 'Maintainability Rating on New Code', 'RATING', -1],
  ['coverage', 'Coverage', 'PERCENT', 1],
  ['new_coverage', 'Coverage on New Code', 'PERCENT', 1],
  ['line_coverage', 'Line Coverage', 'PERCENT', 1],
  ['lines_to_cover', 'Lines to Cover', 'INT', -1],
  ['new_lines_to_cover', 'Lines to Cover on New Code', 'INT', -1],
  ['uncovered_lines', 'Uncovered Lines', 'INT', -1],
  ['new_uncovered_lines', 'Uncovered Lines on New Code', 'INT', -1],
  ['conditions_to_cover', 'Conditions to Cover', 'INT', -1],
  ['uncovered_conditions', 'Uncovered Conditions', 'INT', -1],
  ['branch_coverage', 'Condition Coverage', 'PERCENT', 1],
  ['duplicated_lines', 'Duplicated Lines', 'INT', -1],
  ['duplicated_blocks', 'Duplicated Blocks', 'INT', -1],
  ['duplicated_files', 'Duplicated Files', 'INT', -1],
  ['duplicated_lines_density', 'Duplicated Lines (%)', 'PERCENT', -1],
  ['new_duplicated_lines', 'Duplicated Lines on New Code', 'INT', -1],
  ['new_duplicated_lines_density', 'Duplicated Lines (%) on New Code', 'PERCENT', -1],
];

export const metrics: ReadonlyMap<string, Metric> = new Map(
  rows.map(([key, name, type, direction]) => [key, { key, name, type, direction }]),
);

export const isNewCode = (metric: string): boolean => metric.startsWith('new_');
