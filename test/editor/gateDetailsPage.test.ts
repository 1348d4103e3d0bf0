import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConditionDetails, GateDetails } from '../../src/core/gate/details.ts';
import { detailsPage } from '../../src/extension/gates/details/page.ts';
import type { DetailsPage } from '../../src/extension/gates/details/pageContent.ts';
import { changeRecord } from '../support/changeRecord.ts';
import { hostileText } from '../support/hostileText.ts';

const dayMs = 24 * 3_600_000;
/** Days without a change of the clock, so that the page has the same dates in every time zone but for the hour. */
const day = (number: number) => Date.UTC(2026, 0, 10 + number, 12);
const issue = (key: string, line: number) => ({
  key,
  message: `Fix <${key}>`,
  // Keys of projects may have colons.
  component: `com.example:shop:src/${key}.ts`,
  project: 'com.example:shop',
  line,
});

const failing: ConditionDetails = {
  metric: 'new_violations',
  name: 'New Issues',
  type: 'INT',
  isNewCode: true,
  isFailing: true,
  comparator: 'GT',
  threshold: '0',
  actual: '2',
  excess: 2,
  history: [
    { at: day(0), value: '0' },
    { at: day(1), value: '5' },
    { at: day(2), value: '2' },
  ],
  issues: { total: 2, items: [issue('a', 3), issue('b', 7)] as never },
};

const conditions: readonly ConditionDetails[] = [
  failing,
  {
    ...failing,
    metric: 'new_reliability_rating',
    name: 'Reliability Rating',
    type: 'RATING',
    threshold: '1',
    actual: '3',
    history: [
      { at: day(0), value: '1' },
      { at: day(2), value: '3' },
    ],
    issues: { total: 12, items: [issue('a', 3)] as never },
  },
  {
    ...failing,
    metric: 'coverage',
    name: 'Coverage',
    type: 'PERCENT',
    isNewCode: false,
    isFailing: false,
    comparator: 'LT',
    threshold: '80',
    actual: '91.25',
    excess: undefined,
    history: [],
    issues: undefined,
  },
];

const details: GateDetails = {
  status: 'ERROR',
  conditions,
  history: [
    { at: day(0), value: 'OK' },
    { at: day(1), value: 'ERROR' },
  ],
};

const content: DetailsPage = {
  projectKey: 'shop',
  projectName: 'Shop & Co',
  branch: 'release',
  connectionName: 'Quality',
  baseUrl: 'https://quality.example',
  status: 'ERROR',
  since: day(1),
  changes: [
    {
      ...changeRecord(1, { at: day(1), cause: 'analysis', analysedAt: day(1) - dayMs / 24 }),
      projectName: 'Shop & Co',
      branch: 'release',
      conditions: [{ metric: 'new_violations', actual: '2', comparator: 'GT', threshold: '0' }],
    },
  ],
  live: { state: 'read', details, at: day(3) },
  refresh: 'command:service.showGateDetails',
  showProblems: 'command:service.showGateIssues',
  fix: 'command:service.fixGate',
  showCoverage: 'command:service.showGateCoverage',
  showsOnlyNewCode: true,
  openIssue: undefined,
};

/** The page without the times of the day, which differ by time zone. */
const rendered = (page: DetailsPage) =>
  detailsPage(page)
    .text.replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(/\d{1,2}:\d{2}\s[AP]M/g, 'TIME')
    .replaceAll(/\n\s*\n/g, '\n');

/** Compares the page with `test/fixtures/pages`. `SERVICE_UPDATE_SNAPSHOTS` stores it, to be reviewed. */
function assertRendered(name: string, page: DetailsPage): void {
  const { SERVICE_TEST_FIXTURES: fixtures = '', SERVICE_UPDATE_SNAPSHOTS: update } = process.env;
  const file = join(fixtures, 'pages', `${name}.html`);
  if (update) writeFileSync(file, rendered(page));
  else assert.equal(rendered(page), readFileSync(file, 'utf8'));
}

describe('the page with the details of a gate', () => {
  it('renders conditions, trends, each issue once, history, and the time and cause of the status as stored', () =>
    assertRendered('gateDetails', content));

  it('renders the last known state and its conditions as stored while the platform does not answer', () =>
    assertRendered('gateDetailsOffline', {
      ...content,
      live: { state: 'failed', reason: 'The platform could not be reached.' },
    }));

  /** The page with one condition. */
  const withCondition = (changes: Partial<ConditionDetails>, page: Partial<DetailsPage> = {}) =>
    rendered({
      ...content,
      ...page,
      live: {
        state: 'read',
        details: { ...details, conditions: [{ ...failing, ...changes }] },
        at: day(3),
      },
    });

  it('gives the distance of a percentage from its threshold in percentage points', () => {
    const coverage = { metric: 'coverage', type: 'PERCENT', comparator: 'LT', threshold: '80' } as const;
    const below = withCondition({ ...coverage, actual: '66.7', excess: 13.3 });
    assert.match(below, />66\.7%<[\s\S]*>13\.3 percentage points below the threshold</);
    const justBelow = withCondition({ ...coverage, actual: '79', excess: 1 });
    assert.match(justBelow, />1 percentage point below the threshold</);
  });

  it('offers the issues behind a condition on all code, of which open files show only those on new code', () => {
    const note = 'This condition counts all code. Open files show only problems on new code.';
    const old = { metric: 'violations', isNewCode: false };
    assert.match(
      withCondition(old),
      /on new code\.\s*<a href="command:service\.showGateIssues">Show Issues<\/a>/,
    );
    assert.ok(withCondition({ ...old, metric: 'security_hotspots_reviewed' }).includes(note));
    for (const page of [
      withCondition({}),
      withCondition({ ...old, metric: 'coverage' }),
      withCondition(old, { showsOnlyNewCode: false }),
      withCondition(old, { showProblems: undefined }),
    ])
      assert.ok(!page.includes(note));
  });

  it('gives no time for a status that the journal does not have yet', () => {
    const page = rendered({ ...content, status: 'OK' });
    assert.doesNotMatch(page, / since /);
  });

  it('shows texts of others as text: no link, no markup, and no characters that reorder text', () => {
    const [item] = failing.issues?.items ?? [];
    const items = [{ ...item, message: hostileText, component: `com.example:shop:${hostileText}` }] as never;
    const page = rendered({
      ...content,
      projectName: hostileText,
      branch: hostileText,
      projectKey: hostileText,
      connectionName: hostileText,
      live: {
        state: 'read',
        details: {
          ...details,
          conditions: [{ ...failing, metric: hostileText, name: hostileText, issues: { total: 1, items } }],
        },
        at: day(3),
      },
    });
    const safe = /^(?:https:\/\/quality\.example\/|command:service\.)/;
    const addresses = [...page.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address);
    assert.deepEqual(
      addresses.filter((address) => !safe.test(address)),
      [],
    );
    assert.doesNotMatch(page, /<img|onerror="|[\u202A-\u202E\u2066-\u2069]/);
    assert.ok(page.includes('Ignore all rules'));
  });

  it('runs no script', () => assert.doesNotMatch(detailsPage(content).text, /<script|\son\w+=/));
});
