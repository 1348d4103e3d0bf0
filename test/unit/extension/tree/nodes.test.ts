import assert from 'node:assert/strict';
import type { Delivery, Webhook } from '../../../../src/core/api/webhooks.ts';
import type { Connection } from '../../../../src/core/connections/connection.ts';
import { Failure, type FailureCode } from '../../../../src/core/failures.ts';
import type { KnownState } from '../../../../src/extension/connections/states.ts';
import {
  countAlarms,
  foldersOf,
  treeOf,
  type FolderOverview,
  type NoteNode,
  type Overview,
} from '../../../../src/extension/tree/nodes.ts';
import type { OnDemandData } from '../../../../src/extension/webhooks/webhookLists.ts';
import { serverConnection } from '../../../simulation/monitoredWindow.ts';
import { overviewWith } from '../../../support/overview.ts';
import { fieldOf } from '../../../support/lists.ts';

const a = serverConnection('a');
const b = serverConnection('b');

const folder = (name: string) => ({ uri: `file:///${name}`, name });
const bound = (name: string, to: Connection, projectKey: string): FolderOverview => ({
  folder: folder(name),
  resolution: { state: 'bound', level: 'folder', projectKey, connection: to },
});
const unbound = (name: string): FolderOverview => ({
  folder: folder(name),
  resolution: { state: 'unbound' },
});

/** The projects below connection `a`. */
function projectsBelow(folders: readonly FolderOverview[], change: Partial<Overview> = {}) {
  const [node] = treeOf(overviewWith({ connections: [a], folders, ...change }));
  assert.ok(node?.kind === 'connection');
  return node.projects;
}

describe('tree', () => {
  it('is empty without a connection, so that the welcome shows', () =>
    assert.deepEqual(treeOf(overviewWith({ folders: [unbound('one')] })), []));

  it('has bound projects below their connection, and below all the folders whose binding is missing or wrong', () => {
    const lost: FolderOverview = {
      folder: folder('lost'),
      resolution: { state: 'unknownConnection', level: 'folder', projectKey: 'p', connectionId: 'gone' },
    };
    const folders = [bound('one', b, 'p'), unbound('two'), lost, bound('three', a, 'q')];
    const nodes = treeOf(overviewWith({ connections: [a, b], folders }));
    assert.deepEqual(
      nodes.map((node) => [node.id, node.kind === 'connection' ? node.projects.map(({ id }) => id) : []]),
      [
        ['connection/a', ['project/a/q']],
        ['connection/b', ['project/b/p']],
        ['folder/file:///two', []],
        ['folder/file:///lost', []],
      ],
    );
  });

  it('has one node for a project, and below it the folders that are bound to it, even of the same name', () => {
    const two = { ...bound('one', a, 'p'), folder: { uri: 'file:///elsewhere/one', name: 'one' } };
    const [project, ...others] = projectsBelow([bound('one', a, 'p'), two]);
    assert.ok(project);
    assert.deepEqual(others, []);
    assert.deepEqual(
      foldersOf(project).map(({ id, folderUri }) => [id, folderUri]),
      [
        ['project/a/p/folder/file:///one', 'file:///one'],
        ['project/a/p/folder/file:///elsewhere/one', 'file:///elsewhere/one'],
      ],
    );
  });

  it('has a node for each branch of a project that the platform has and a folder is on', () => {
    const on = (name: string, branch: string): FolderOverview => ({ ...bound(name, a, 'p'), branch });
    const gateOf: Overview['gateOf'] = (_uuid, _key, branch) =>
      branch === 'fix'
        ? { status: 'ERROR', hidden: false, branch }
        : { status: 'OK', hidden: false, branch: undefined };
    const folders = [on('one', 'fix'), on('two', 'local'), bound('three', a, 'p'), on('four', 'fix')];
    assert.deepEqual(
      projectsBelow(folders, { gateOf }).map(({ gate, folders }) => [
        gate.branch,
        folders.map(({ name }) => name),
      ]),
      [
        ['fix', ['one', 'four']],
        [undefined, ['two', 'three']],
      ],
    );
  });

  it('uses the key of a project until its name is known', () => {
    const nameOf = (_uuid: string, key: string) => (key === 'p' ? 'Project P' : undefined);
    const projects = projectsBelow([bound('one', a, 'p'), bound('two', a, 'q')], { nameOf });
    assert.deepEqual(fieldOf(projects, 'name'), ['Project P', 'q']);
  });

  it('counts failed gates once per project, and connections that need the user', () => {
    const alarms = countAlarms(
      overviewWith({
        connections: [a, b, serverConnection('c'), serverConnection('d')],
        folders: [bound('one', a, 'p'), bound('two', a, 'p'), bound('three', a, 'q')],
        gateOf: (_uuid, key) => ({ status: key === 'p' ? 'ERROR' : 'OK', hidden: false }),
        stateOf: (uuid) =>
          uuid === 'b'
            ? { state: 'tokenMissing' }
            : uuid === 'c'
              ? { state: 'starting', status: 'STARTING' }
              : { state: 'checking' },
      }),
    );
    assert.deepEqual(alarms, { failedGates: 1, brokenConnections: 1 });
  });
});

const there = <T>(value: T): OnDemandData<T> => ({ state: 'there', value, failure: undefined });
const failed = (code: FailureCode): OnDemandData<never> => ({
  state: 'failed',
  value: undefined,
  failure: new Failure(code, 'no'),
});
const webhook = (key: string, success?: boolean): Webhook => ({
  key,
  name: key,
  url: 'https://example.com/',
  hasSecret: true,
  latestDelivery: success === undefined ? undefined : { id: 'd', at: '', success },
});
const delivery = (id: string): Delivery => ({ id, at: '', success: true });
const admin: KnownState = { state: 'connected', version: '26.9', login: 'ada', administers: true };

/** A connection with one project, whose folder is bound. */
function nodesOf(change: Partial<Overview>) {
  const [node] = treeOf(
    overviewWith({
      connections: [a],
      folders: [bound('one', a, 'p')],
      stateOf: () => admin,
      gateOf: () => ({ status: 'OK', hidden: false }),
      ...change,
    }),
  );
  assert.ok(node?.kind === 'connection');
  return { global: node.administration?.webhooks, project: node.projects[0]?.webhooks };
}

const notes = (children: readonly { readonly kind: string }[] = []): string[] =>
  children
    .filter((child): child is NoteNode => child.kind === 'note')
    .map(({ note }) => (note.says === 'failed' ? note.failure.code : note.says));

describe('webhooks in the tree', () => {
  it('are below a connection whose account administers the platform, before any request', () => {
    assert.equal(nodesOf({}).global?.count, undefined);
    assert.ok(nodesOf({}).global);
    assert.equal(nodesOf({ stateOf: () => ({ ...admin, administers: false }) }).global, undefined);
    assert.equal(nodesOf({ stateOf: () => ({ state: 'tokenMissing' }) }).global, undefined);
  });

  it('are below the administration of a connection, which is there only with them', () => {
    const account = { connections: [a], stateOf: () => admin };
    const [node] = treeOf(overviewWith(account));
    assert.ok(node?.kind === 'connection');
    assert.deepEqual(node.projects, []);
    assert.equal(node.administration?.webhooks.kind, 'webhooks');
    const [without] = treeOf(overviewWith({ ...account, webhooksOf: () => failed('forbidden') }));
    assert.ok(without?.kind === 'connection');
    assert.equal(without.administration, undefined);
  });

  it('are below a project when the platform has shown them, and not before', () => {
    assert.equal(nodesOf({}).project, undefined);
    assert.equal(nodesOf({ webhooksOf: () => there([]) }).project?.count, 0);
  });

  it('disappear for an account that turns out not to be an administrator [AU7]', () => {
    const { global, project } = nodesOf({ webhooksOf: () => failed('forbidden') });
    assert.deepEqual([global, project], [undefined, undefined]);
  });

  it('count those whose last delivery failed', () => {
    const webhooks = there([webhook('a', true), webhook('b', false), webhook('c')]);
    const { project } = nodesOf({ webhooksOf: () => webhooks });
    assert.deepEqual([project?.count, project?.failing], [3, 1]);
  });

  it('show a row in place of webhooks: loading, none, or the reason', () => {
    const said = (asked: OnDemandData<readonly Webhook[]>): string[] =>
      notes(nodesOf({ webhooksOf: () => asked }).global?.children);
    assert.deepEqual(said({ state: 'asking', value: undefined, failure: undefined }), ['asking']);
    assert.deepEqual(said(there([])), ['noWebhooks']);
    assert.deepEqual(said(failed('unreachable')), ['unreachable']);
  });

  it('keep the last result during another request, or while the platform is unreachable', () => {
    const seen = [webhook('a')];
    const away = { state: 'failed', value: seen, failure: new Failure('unreachable', 'no') } as const;
    const { project } = nodesOf({ webhooksOf: () => away });
    assert.deepEqual(
      project?.children.map(({ kind }) => kind),
      ['webhook', 'note'],
    );
  });

  it('have their newest deliveries below, and say how many more there are [WC5]', () => {
    const { project } = nodesOf({
      webhooksOf: () => there([webhook('a')]),
      deliveriesOf: () => there({ items: [delivery('1'), delivery('2')], total: 30 }),
    });
    const [first] = project?.children ?? [];
    assert.ok(first?.kind === 'webhook');
    assert.deepEqual(
      first.children.map((child) => (child.kind === 'delivery' ? child.deliveryId : child.note)),
      ['1', '2', { says: 'newest', shown: 2, total: 30 }],
    );
  });

  it('have another id each in every place, so that the editor keeps them apart', () => {
    const { global, project } = nodesOf({ webhooksOf: () => there([webhook('a')]) });
    const ids = [global, project].flatMap((node) => [
      node?.id,
      ...(node?.children ?? []).map(({ id }) => id),
    ]);
    assert.equal(new Set(ids).size, 4);
  });
});
