/** A metric as the platform describes it. */
export interface Metric {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly domain: string;
  readonly type: 'INT' | 'PERCENT' | 'RATING' | 'WORK_DUR' | 'LEVEL' | 'DATA' | 'STRING';
  /** 1: higher is better, -1: lower is better, 0: neither. */
  readonly direction: 1 | -1 | 0;
}

type MetricRow = readonly [
  key: string,
  name: string,
  description: string,
  type: Metric['type'],
  direction: Metric['direction'],
];

const domains: Readonly<Record<string, readonly MetricRow[]>> = {
  Releasability: [
    [
      'alert_status',
      'Quality Gate Status',
      'The project status with regard to its quality gate.',
      'LEVEL',
      1,
    ],
  ],
  General: [
    [
      'quality_gate_details',
      'Quality Gate Details',
      'The project detailed status with regard to its quality gate',
      'DATA',
      0,
    ],
  ],
  Size: [
    ['lines', 'Lines', 'Lines', 'INT', -1],
    ['ncloc', 'Lines of Code', 'Non commenting lines of code', 'INT', -1],
    ['new_lines', 'New Lines', 'New lines', 'INT', -1],
    ['files', 'Files', 'Number of files', 'INT', -1],
    ['functions', 'Functions', 'Functions', 'INT', -1],
    ['classes', 'Classes', 'Classes', 'INT', -1],
    ['statements', 'Statements', 'Number of statements', 'INT', -1],
    ['comment_lines', 'Comment Lines', 'Number of comment lines', 'INT', 1],
    ['comment_lines_density', 'Comments (%)', 'Comments balanced by ncloc + comment lines', 'PERCENT', 1],
  ],
  Complexity: [
    ['complexity', 'Cyclomatic Complexity', 'Cyclomatic complexity', 'INT', -1],
    ['cognitive_complexity', 'Cognitive Complexity', 'Cognitive complexity', 'INT', -1],
  ],
  Issues: [
    ['violations', 'Issues', 'Issues', 'INT', -1],
    ['blocker_violations', 'Blocker Issues', 'Blocker issues', 'INT', -1],
    ['critical_violations', 'Critical Issues', 'Critical issues', 'INT', -1],
    ['major_violations', 'Major Issues', 'Major issues', 'INT', -1],
    ['minor_violations', 'Minor Issues', 'Minor issues', 'INT', -1],
    ['info_violations', 'Info Issues', 'Info issues', 'INT', -1],
    ['new_violations', 'New Issues', 'New issues', 'INT', -1],
    ['new_blocker_violations', 'New Blocker Issues', 'New Blocker issues', 'INT', -1],
    ['new_critical_violations', 'New Critical Issues', 'New Critical issues', 'INT', -1],
    ['new_major_violations', 'New Major Issues', 'New Major issues', 'INT', -1],
    ['new_minor_violations', 'New Minor Issues', 'New Minor issues', 'INT', -1],
    ['new_info_violations', 'New Info Issues', 'New Info issues', 'INT', -1],
    ['open_issues', 'Open Issues', 'Open issues', 'INT', -1],
    ['confirmed_issues', 'Confirmed Issues', 'Confirmed issues', 'INT', -1],
    ['reopened_issues', 'Reopened Issues', 'Reopened issues', 'INT', -1],
    ['false_positive_issues', 'False Positive Issues', 'False positive issues', 'INT', -1],
    ['accepted_issues', 'Accepted Issues', 'Accepted issues', 'INT', -1],
  ],
  Reliability: [
    ['bugs', 'Bugs', 'Bugs', 'INT', -1],
    ['new_bugs', 'New Bugs', 'New Bugs', 'INT', -1],
    ['reliability_rating', 'Reliability Rating', 'Reliability rating', 'RATING', -1],
    [
      'new_reliability_rating',
      'Reliability Rating on New Code',
      'Reliability rating on new code',
      'RATING',
      -1,
    ],
  ],
  Security: [
    ['vulnerabilities', 'Vulnerabilities', 'Vulnerabilities', 'INT', -1],
    ['new_vulnerabilities', 'New Vulnerabilities', 'New vulnerabilities', 'INT', -1],
    ['security_rating', 'Security Rating', 'Security rating', 'RATING', -1],
    ['new_security_rating', 'Security Rating on New Code', 'Security rating on new code', 'RATING', -1],
  ],
  SecurityReview: [
    ['security_hotspots', 'Security Hotspots', 'Security Hotspots', 'INT', -1],
    ['new_security_hotspots', 'New Security Hotspots', 'New Security Hotspots', 'INT', -1],
    ['security_review_rating', 'Security Review Rating', 'Security Review Rating', 'RATING', -1],
    [
      'new_security_review_rating',
      'Security Review Rating on New Code',
      'Security Review Rating on New Code',
      'RATING',
      -1,
    ],
    [
      'security_hotspots_reviewed',
      'Security Hotspots Reviewed',
      'Percentage of Security Hotspots Reviewed',
      'PERCENT',
      1,
    ],
    [
      'new_security_hotspots_reviewed',
      'Security Hotspots Reviewed on New Code',
      'Security Review Rating on New Code',
      'PERCENT',
      1,
    ],
  ],
  Maintainability: [
    ['code_smells', 'Code Smells', 'Code Smells', 'INT', -1],
    ['new_code_smells', 'New Code Smells', 'New Code Smells', 'INT', -1],
    [
      'sqale_index',
      'Technical Debt',
      'Total effort (in minutes) to fix all the issues on the component and therefore to comply to all the requirements.',
      'WORK_DUR',
      -1,
    ],
    ['new_technical_debt', 'Added Technical Debt', 'Added technical debt', 'WORK_DUR', -1],
    [
      'sqale_debt_ratio',
      'Technical Debt Ratio',
      'Ratio of the actual technical debt compared to the estimated cost to develop the whole source code from scratch',
      'PERCENT',
      -1,
    ],
    [
      'new_sqale_debt_ratio',
      'Technical Debt Ratio on New Code',
      'Technical Debt Ratio of new/changed code.',
      'PERCENT',
      -1,
    ],
    [
      'sqale_rating',
      'Maintainability Rating',
      'A-to-E rating based on the technical debt ratio',
      'RATING',
      -1,
    ],
    [
      'new_maintainability_rating',
      'Maintainability Rating on New Code',
      'Maintainability rating on new code',
      'RATING',
      -1,
    ],
  ],
  Coverage: [
    ['coverage', 'Coverage', 'Coverage by tests', 'PERCENT', 1],
    ['new_coverage', 'Coverage on New Code', 'Coverage of new/changed code', 'PERCENT', 1],
    ['line_coverage', 'Line Coverage', 'Line coverage', 'PERCENT', 1],
    ['lines_to_cover', 'Lines to Cover', 'Lines to cover', 'INT', -1],
    ['new_lines_to_cover', 'Lines to Cover on New Code', 'Lines to cover on new code', 'INT', -1],
    ['uncovered_lines', 'Uncovered Lines', 'Uncovered lines', 'INT', -1],
    ['new_uncovered_lines', 'Uncovered Lines on New Code', 'Uncovered lines on new code', 'INT', -1],
    ['conditions_to_cover', 'Conditions to Cover', 'Conditions to cover', 'INT', -1],
    ['uncovered_conditions', 'Uncovered Conditions', 'Uncovered conditions', 'INT', -1],
    ['branch_coverage', 'Condition Coverage', 'Condition coverage', 'PERCENT', 1],
  ],
  Duplications: [
    ['duplicated_lines', 'Duplicated Lines', 'Duplicated lines', 'INT', -1],
    ['duplicated_blocks', 'Duplicated Blocks', 'Duplicated blocks', 'INT', -1],
    ['duplicated_files', 'Duplicated Files', 'Duplicated files', 'INT', -1],
    [
      'duplicated_lines_density',
      'Duplicated Lines (%)',
      'Duplicated lines balanced by statements',
      'PERCENT',
      -1,
    ],
    ['new_duplicated_lines', 'Duplicated Lines on New Code', 'Duplicated Lines on New Code', 'INT', -1],
    [
      'new_duplicated_lines_density',
      'Duplicated Lines (%) on New Code',
      'Duplicated lines (%) on new code balanced by statements',
      'PERCENT',
      -1,
    ],
  ],
};

export const metrics: ReadonlyMap<string, Metric> = new Map(
  Object.entries(domains).flatMap(([domain, rows]) =>
    rows.map(([key, name, description, type, direction]) => [
      key,
      { key, name, description, domain, type, direction },
    ]),
  ),
);

export const isNewCode = (metric: string): boolean => metric.startsWith('new_');
