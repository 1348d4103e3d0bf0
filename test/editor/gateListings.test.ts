import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { DisposableStore } from '../../src/core/disposables.ts';
import { Emitter } from '../../src/core/events.ts';
import { FindingStore } from '../../src/extension/issues/findingStore.ts';
import type { FolderGate } from '../../src/extension/gates/folderGates.ts';
import { IssueDiagnostics } from '../../src/extension/issues/issueDiagnostics.ts';
import { GateList } from '../../src/extension/issues/list/gateList.ts';
import { GateListings } from '../../src/extension/issues/list/gateListings.ts';
import { refOfGate } from '../../src/extension/issues/list/gateRows.ts';
import { folderGate } from '../harness/folderGate.ts';
import { openFolder } from '../harness/host.ts';
import { becomes } from '../support/becomes.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { startServer, type TestServer } from '../support/httpServer.ts';
import { apiAt } from '../support/platformStub.ts';

const pageSize = 500;
const issueAt = (line: number | undefined, more: object = {}) => ({
  key: `issue-${line ?? 'file'}`,
  rule: 'js:S1',
  component: 'shop:a.js',
  project: 'shop',
  status: 'OPEN',
  line,
  message: 'Remove this.',
  ...more,
});
const pageOfIssues = (page: number) =>
  Array.from({ length: pageSize }, (_, index) => issueAt((page - 1) * pageSize + index + 1));

describe('the list of what is left of a gate', () => {
  const changed = new Emitter<void>(() => undefined);
  const conditions = [{ status: 'ERROR', metricKey: 'violations', comparator: 'GT', actualValue: '9' }];
  let scope: DisposableStore;
  let server: TestServer;
  let bound: FolderGate;
  let gates: readonly FolderGate[];
  let answer: (page: number, response: ServerResponse) => void;
  /** The callbacks of the timers that run. */
  let timers: Set<() => void>;
  let listings: GateListings;
  let list: GateList;
  let drawn: number;

  const send = (response: ServerResponse, value: object) => response.end(JSON.stringify(value));
  const sendIssues = (response: ServerResponse, issues: readonly object[], total = issues.length) =>
    send(response, { issues, paging: { total } });
  const listing = () => listings.of(refOfGate(bound));
  const until = (state: string) => becomes(() => listing()?.state, state);

  before(async () => {
    server = await startServer(({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://server');
      if (pathname === '/api/qualitygates/project_status')
        send(response, { projectStatus: { status: 'ERROR', conditions } });
      else if (pathname === '/api/issues/search') answer(Number(searchParams.get('p')), response);
      else if (pathname === '/api/sources/raw') response.end('one\n');
      else send(response, { analyses: [], paging: { total: 0 } });
    });
    bound = folderGate(await openFolder('gateListings', { 'a.js': 'one\n' }));
  });
  after(() => server.stop());
  beforeEach(() => {
    scope = new DisposableStore();
    timers = new Set();
    drawn = 0;
    gates = [bound];
    const clock = {
      now: () => 0,
      setTimer: (_: number, callback: () => void) => {
        timers.add(callback);
        return { dispose: () => timers.delete(callback) };
      },
    };
    const log = new CollectingLog();
    const api = apiAt(server.url);
    const services = {
      allGates: () => gates,
      onDidChange: changed.event,
      apiFor: () => Promise.resolve(api),
      baseUrlOf: () => server.url,
      clock,
      log,
    };
    const store = new FindingStore({ ...services, isNewCodeOnly: () => false });
    const diagnostics = scope.add(new IssueDiagnostics({ ...services, store, isOn: () => false }));
    listings = scope.add(new GateListings({ ...services, store, diagnostics }));
    list = scope.add(new GateList({ ...services, listings, loginOf: () => undefined }));
    scope.add(list.onDidChange(() => drawn++));
  });
  afterEach(() => scope.dispose());

  it('has its first rows in the first drawing, without one that only says that it waits', async () => {
    let second: ServerResponse | undefined;
    answer = (page, response) => {
      if (page === 1) sendIssues(response, pageOfIssues(1), 2 * pageSize);
      else second = response;
    };
    await list.awaitRows();
    assert.deepEqual(
      list.roots().map(({ kind }) => kind),
      ['condition', 'gateNote'],
    );
    await becomes(() => second !== undefined, true);
    assert.equal(drawn, 0);
    for (const fire of [...timers]) fire();
    assert.equal(drawn, 1);
  });

  it('says after a moment that it waits for the platform', async () => {
    answer = () => undefined;
    const rows = list.awaitRows();
    for (const fire of [...timers]) fire();
    await rows;
    const [row, ...others] = list.roots();
    assert.ok(row?.kind === 'gateNote' && row.note.says === 'reading');
    assert.deepEqual(others, []);
  });

  it('keeps what was read when the platform fails in the middle of its pages, and says so', async () => {
    answer = (page, response) => {
      if (page === 1) sendIssues(response, pageOfIssues(1), 2 * pageSize);
      else send(response.writeHead(500), { errors: [{ msg: 'An error has occurred' }] });
    };
    listing();
    await until('failed');
    const [note, condition] = list.roots();
    assert.ok(note?.kind === 'gateNote' && note.note.says === 'failed');
    assert.equal(note.note.failure.code, 'serverError');
    assert.ok(condition?.kind === 'condition');
    assert.deepEqual([condition.total, condition.unread], [pageSize, pageSize]);
  });

  it('is gone when its gate passes while it is read', async () => {
    let first: ServerResponse | undefined;
    answer = (_, response) => {
      first = response;
    };
    listing();
    await becomes(() => first !== undefined, true);
    gates = [{ ...bound, gate: { status: 'OK', hidden: false } }];
    const closed = new Promise((resolve) => first?.once('close', resolve));
    changed.fire();
    assert.equal(listing(), undefined);
    assert.deepEqual(list.roots(), []);
    // The request is cancelled.
    await closed;
  });

  it('shows findings without a line, beyond the end of their file, in files that are not there, and with long messages', async () => {
    const message = 'long '.repeat(200_000);
    const elsewhere = { component: 'shop:generated/b.js', key: 'elsewhere' };
    const issues = [issueAt(undefined), issueAt(1, { message }), issueAt(1_000_000), issueAt(1, elsewhere)];
    answer = (_, response) => sendIssues(response, issues);
    listing();
    await until('read');
    const files = list.roots().flatMap((row) => list.childrenOf(row));
    const rows = files.flatMap((row) => list.childrenOf(row));
    assert.deepEqual(
      rows.map((row) => row.kind === 'finding' && [row.finding.key, row.state]),
      ['issue-file', 'issue-1', 'issue-1000000', 'elsewhere'].map((key) => [key, 'open']),
    );
    for (const row of rows) {
      const { label } = list.itemOf(row);
      assert.ok(typeof label === 'string' && label.length <= 1000);
    }
    const { signal } = new AbortController();
    const placeOf = async (key: string) => {
      const found = await listings.find(refOfGate(bound), key, signal);
      return found?.shown?.range.start.line;
    };
    assert.deepEqual(await Promise.all(issues.map(({ key }) => placeOf(key))), [0, 0, undefined, undefined]);
  });
});
