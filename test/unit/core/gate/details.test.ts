import assert from 'node:assert/strict';
import { Api } from '../../../../src/core/api/client.ts';
import { readGateDetails, type GateDetails } from '../../../../src/core/gate/details.ts';
import type { GateId } from '../../../../src/core/gate/model.ts';
import { createHttp } from '../../../../src/node/http/createHttp.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { startServer } from '../../../support/httpServer.ts';
import { fieldsOf } from '../../../support/lists.ts';

/** Answers by path below `/api/`. A number is the status of a refusal; a path that is not here is refused with 404. */
type Answers = Readonly<Record<string, object | number>>;

interface Reading {
  readonly details: GateDetails;
  /** The requests, by path, in their order. */
  readonly asked: readonly { readonly path: string; readonly query: Readonly<Record<string, string>> }[];
  readonly log: CollectingLog;
}

/** Reads the details of a gate from a platform that gives these answers over real HTTP. */
async function read(
  answers: Answers,
  { gate = { project: 'p' }, signal }: { readonly gate?: GateId; readonly signal?: AbortSignal } = {},
): Promise<Reading> {
  const asked: Reading['asked'][number][] = [];
  await using server = await startServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://host');
    const path = pathname.replace('/api/', '');
    asked.push({ path, query: Object.fromEntries(searchParams) });
    const answer = answers[path] ?? 404;
    response.statusCode = typeof answer === 'number' ? answer : 200;
    response.end(JSON.stringify(typeof answer === 'number' ? { errors: [] } : answer));
  });
  const log = new CollectingLog();
  const api = new Api({ http: createHttp(), log, baseUrl: server.url, userAgent: 'test' });
  return { details: await readGateDetails(signal ? api.with({ signal }) : api, gate, log), asked, log };
}

const failing = (
  metricKey: string,
  more: { readonly status?: string; readonly errorThreshold?: string } = {},
) => ({
  status: 'ERROR',
  metricKey,
  comparator: 'GT',
  errorThreshold: '0',
  actualValue: '3',
  ...more,
});
type Condition = ReturnType<typeof failing>;
const passing = (metricKey: string) => failing(metricKey, { status: 'OK' });

const gateOf = (...conditions: readonly Condition[]): Answers => {
  const status = conditions.some((condition) => condition.status === 'ERROR') ? 'ERROR' : 'OK';
  return { 'qualitygates/project_status': { projectStatus: { status, conditions } } };
};
const histories = (measures: Readonly<Record<string, readonly (readonly [string, string?])[]>>): Answers => ({
  'measures/search_history': {
    paging: { total: 2 },
    measures: Object.entries(measures).map(([metric, points]) => ({
      metric,
      history: points.map(([date, value]) => ({ date, value })),
    })),
  },
});
const issue = { key: 'i', rule: 'r', component: 'p:a.ts', project: 'p', status: 'OPEN' };
const issues: Answers = { 'issues/search': { paging: { total: 12 }, issues: [issue] } };
const metrics: Answers = {
  'metrics/search': { total: 1, metrics: [{ key: 'new_violations', name: 'New Issues', type: 'INT' }] },
};
const monday = '2026-01-05T00:00:00+0000';
const tuesday = '2026-01-06T00:00:00+0000';

describe('readGateDetails', () => {
  it('gives a failing condition its name, type, values, excess, history and issues', async () => {
    const points = histories({
      new_violations: [
        [monday, '0'],
        [tuesday, '3'],
      ],
      alert_status: [
        [monday, 'OK'],
        [tuesday, 'ERROR'],
      ],
    });
    const { details } = await read({
      ...gateOf(failing('new_violations')),
      ...metrics,
      ...points,
      ...issues,
    });
    assert.deepEqual(details, {
      status: 'ERROR',
      conditions: [
        {
          metric: 'new_violations',
          name: 'New Issues',
          type: 'INT',
          isNewCode: true,
          isFailing: true,
          comparator: 'GT',
          threshold: '0',
          actual: '3',
          excess: 3,
          history: [
            { at: Date.parse('2026-01-05T00:00:00Z'), value: '0' },
            { at: Date.parse('2026-01-06T00:00:00Z'), value: '3' },
          ],
          issues: { items: [issue], total: 12 },
        },
      ],
      history: [
        { at: Date.parse('2026-01-05T00:00:00Z'), value: 'OK' },
        { at: Date.parse('2026-01-06T00:00:00Z'), value: 'ERROR' },
      ],
    });
  });

  it('puts failing conditions before passing ones, and among each of the two those of new code first', async () => {
    const gate = gateOf(passing('b'), passing('new_a'), failing('c'), failing('new_d'));
    const { conditions } = (await read(gate)).details;
    assert.deepEqual(fieldsOf(conditions, 'metric', 'isFailing', 'isNewCode'), [
      ['new_d', true, true],
      ['c', true, false],
      ['new_a', false, true],
      ['b', false, false],
    ]);
  });

  it('requests the history of the status and of failing conditions only, for 50 analyses of the branch', async () => {
    const gate = { project: 'p', branch: 'fix' };
    const { asked } = await read(gateOf(failing('bugs'), passing('ncloc'), failing('coverage')), { gate });
    assert.deepEqual(asked.find(({ path }) => path === 'measures/search_history')?.query, {
      component: 'p',
      branch: 'fix',
      metrics: 'alert_status,bugs,coverage',
      p: '1',
      ps: '50',
    });
  });

  it('requests the first ten unresolved issues of the kind that a failing condition counts', async () => {
    const gate = { project: 'p', branch: 'fix' };
    const { asked } = await read(gateOf(failing('new_bugs'), failing('violations')), { gate });
    const page = { componentKeys: 'p', branch: 'fix', resolved: 'false', p: '1', ps: '10' };
    assert.deepEqual(
      asked.flatMap(({ path, query }) => (path === 'issues/search' ? [query] : [])).toSorted(byTypes),
      [page, { ...page, types: 'BUG', inNewCodePeriod: 'true' }],
    );
  });

  it('requests the names of up to 500 metrics at once', async () => {
    const { asked } = await read(gateOf(passing('ncloc')));
    assert.deepEqual(
      asked.flatMap(({ path, query }) => (path === 'metrics/search' ? [query] : [])),
      [{ p: '1', ps: '500' }],
    );
  });

  it('requests no issues for a passing condition, or for one that counts something else or something unknown', async () => {
    const gate = gateOf(passing('violations'), failing('coverage'), failing('of_tomorrow'));
    const { asked, details } = await read({ ...gate, ...issues });
    assert.ok(asked.every(({ path }) => path !== 'issues/search'));
    assert.ok(details.conditions.every((condition) => condition.issues === undefined));
  });

  it('gives a passing condition neither excess nor history', async () => {
    const points = histories({ alert_status: [[monday, 'OK']] });
    const { details } = await read({ ...gateOf(passing('violations')), ...points });
    assert.deepEqual([details.conditions[0]?.excess, details.conditions[0]?.history], [undefined, []]);
  });

  for (const [actualValue, errorThreshold, excess] of [
    ['72.5', '80', 7.5],
    ['80.3', '80.1', 0.2],
    ['0.0006', '0', 0.001],
    ['high', '80', undefined],
    [undefined, '80', undefined],
  ] as const)
    it(`says that ${actualValue ?? 'no value'} is ${excess ?? 'no number'} beyond ${errorThreshold}`, async () => {
      const condition = { ...failing('coverage', { errorThreshold }), actualValue };
      const { details } = await read(gateOf(condition as Condition));
      assert.equal(details.conditions[0]?.excess, excess);
    });

  it('names a condition by its key, in words, where the platform gives no names', async () => {
    const { details, log } = await read(gateOf(failing('new_line_coverage')));
    const [condition] = details.conditions;
    assert.deepEqual([condition?.name, condition?.type], ['new line coverage', undefined]);
    assert.ok(log.lines.some((line) => line.includes('without names')));
  });

  it('leaves out the issues that the platform refuses, keeps the rest, and logs it', async () => {
    const points = histories({ new_violations: [[monday, '3']] });
    const answers = { ...gateOf(failing('new_violations')), ...metrics, ...points, 'issues/search': 403 };
    const { details, log } = await read(answers);
    const [condition] = details.conditions;
    assert.deepEqual([condition?.issues, condition?.history.length], [undefined, 1]);
    assert.ok(log.lines.some((line) => line.includes('without issues')));
  });

  it('leaves out the history that the platform cannot give, keeps the rest, and logs it', async () => {
    const gate = gateOf(failing('new_violations'));
    const { details, log } = await read({ ...gate, ...metrics, ...issues, 'measures/search_history': 500 });
    const [condition] = details.conditions;
    assert.deepEqual([condition?.history, details.history], [[], []]);
    assert.deepEqual([condition?.issues?.total, condition?.name], [12, 'New Issues']);
    assert.ok(log.lines.some((line) => line.includes('without history')));
  });

  it('leaves out points of a history without a value or a date that can be read', async () => {
    const points = histories({ alert_status: [[monday], ['yesterday', 'OK'], [tuesday, 'OK']] });
    const { details } = await read({ ...gateOf(), ...points });
    assert.deepEqual(details.history, [{ at: Date.parse('2026-01-06T00:00:00Z'), value: 'OK' }]);
  });

  it('rejects when the conditions are refused', () =>
    assert.rejects(read({ ...metrics, 'qualitygates/project_status': 403 }), { code: 'forbidden' }));

  it('rejects when the user leaves during the requests for the optional parts', async () => {
    const controller = new AbortController();
    const gate = gateOf(failing('new_violations'));
    const answers: Answers = {
      ...gate,
      ...metrics,
      get 'issues/search'() {
        controller.abort();
        return 404;
      },
    };
    await assert.rejects(read(answers, { signal: controller.signal }), { code: 'cancelled' });
  });
});

/** Requests for issues run at once, so their order says nothing. */
function byTypes(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): number {
  return (one.types ?? '').localeCompare(other.types ?? '');
}
