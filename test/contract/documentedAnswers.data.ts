/** Documented answers of what the embedded platform has not: hotspots of commercial analyzers, the cloud, other editions. */
export const documented: Readonly<Record<string, unknown>> = {
  'api/hotspots/search': {
    paging: { pageIndex: 1, pageSize: 100, total: 1 },
    hotspots: [
      {
        key: 'h1',
        component: 'p:src/a.ts',
        project: 'p',
        securityCategory: 'dos',
        vulnerabilityProbability: 'HIGH',
        status: 'TO_REVIEW',
        line: 3,
        message: 'Look.',
      },
    ],
  },
  'api/hotspots/show': {
    key: 'h1',
    component: { key: 'p:src/a.ts' },
    project: { key: 'p' },
    rule: {
      key: 'r:1',
      riskDescription: '<p>Risk &lt;b&gt;</p>',
      fixRecommendations: '<ul><li>Fix</li></ul>',
    },
    status: 'TO_REVIEW',
    comment: [{ login: 'ada', markdown: 'Seen.' }],
    canChangeStatus: true,
  },
  'api/hotspots/change_status': '',
  'api/duplications/show': {
    duplications: [
      {
        blocks: [
          { from: 1, size: 5, _ref: '1' },
          { from: 9, size: 5, _ref: '2' },
        ],
      },
    ],
    files: { '1': { key: 'p:a', name: 'a' }, '2': { key: 'p:b', name: 'b' } },
  },
  'sca/issues-releases': {
    issuesReleases: [
      {
        key: 'd1',
        severity: 'HIGH',
        vulnerabilityId: 'CVE-1',
        cvssScore: '9.8',
        release: { packageName: 'x', version: '1' },
      },
    ],
    page: { total: 1 },
  },
  'enterprises/enterprises': [{ id: 'e1', key: 'acme', name: 'Acme' }],
  'enterprises/portfolios': { portfolios: [{ id: 'f1', name: 'All' }], page: { total: 1 } },
  'a3s-analysis/analyses': {
    id: '1',
    issues: [{ rule: 'r:1', message: 'No.', textRange: { startLine: 2, endLine: 2 } }],
  },
  'api/sources/lines': {
    sources: [
      { line: 1, lineHits: 2 },
      { line: 2, lineHits: 1, conditions: 2, coveredConditions: 1 },
      { line: 3 },
    ],
  },
  'api/webhooks/redeliver': '',
};
