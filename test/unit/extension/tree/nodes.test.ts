import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connections/connection.ts';
import {
  countAlarms,
  foldersOf,
  treeOf,
  type FolderOverview,
  type Overview,
} from '../../../../src/extension/tree/nodes.ts';
import { overviewWith } from '../../../support/overview.ts';
import { fieldOf } from '../../../support/lists.ts';

const connection = (uuid: string): Connection => ({
  kind: 'server',
  uuid,
  connectionId: uuid.toUpperCase(),
  serverUrl: `https://${uuid}.example.com`,
  receiveNotifications: true,
});
const a = connection('a');
const b = connection('b');

const folder = (name: string) => ({ uri: `file:///${name}`, name });
const bound = (name: string, to: Connection, projectKey: string): FolderOverview => ({
  folder: folder(name),
  resolution: { state: 'bound', level: 'folder', projectKey, connection: to },
});
const unbound = (name: string): FolderOverview => ({
  folder: folder(name),
  resolution: { state: 'unbound' },
});

describe('tree', () => {
  it('is empty without a connection, so that the welcome shows', () =>
    assert.deepEqual(treeOf(overviewWith({ folders: [unbound('one')] })), []));

  it('has bound projects below their connection and other folders below all', () => {
    const nodes = treeOf(
      overviewWith({
        connections: [a, b],
        folders: [bound('one', b, 'p'), unbound('two'), bound('three', a, 'q')],
      }),
    );
    assert.deepEqual(
      nodes.map((node) => [node.id, node.kind === 'connection' ? node.projects.map(({ id }) => id) : []]),
      [
        ['connection/a', ['project/a/q']],
        ['connection/b', ['project/b/p']],
        ['folder/file:///two', []],
      ],
    );
  });

  it('has the folders below the project that they are bound to', () => {
    const [node] = treeOf(
      overviewWith({ connections: [a], folders: [bound('one', a, 'p'), bound('two', a, 'p')] }),
    );
    assert.ok(node?.kind === 'connection' && node.projects[0]);
    assert.deepEqual(
      foldersOf(node.projects[0]).map(({ id, folderUri }) => [id, folderUri]),
      [
        ['project/a/p/folder/file:///one', 'file:///one'],
        ['project/a/p/folder/file:///two', 'file:///two'],
      ],
    );
  });

  it('has one node for a project that several folders are bound to, even of the same name', () => {
    const two = { ...bound('one', a, 'p'), folder: { uri: 'file:///elsewhere/one', name: 'one' } };
    const [node] = treeOf(overviewWith({ connections: [a], folders: [bound('one', a, 'p'), two] }));
    assert.ok(node?.kind === 'connection');
    assert.deepEqual(
      node.projects.map(({ folders }) => folders.map(({ uri }) => uri)),
      [['file:///one', 'file:///elsewhere/one']],
    );
  });

  it('has a node for each branch of a project that the platform has and a folder is on', () => {
    const on = (name: string, branch: string): FolderOverview => ({ ...bound(name, a, 'p'), branch });
    const gateOf: Overview['gateOf'] = (_uuid, _key, branch) =>
      branch === 'fix'
        ? { status: 'ERROR', hidden: false, branch }
        : { status: 'OK', hidden: false, branch: undefined };
    const [node] = treeOf(
      overviewWith({
        connections: [a],
        folders: [on('one', 'fix'), on('two', 'local'), bound('three', a, 'p'), on('four', 'fix')],
        gateOf,
      }),
    );
    assert.ok(node?.kind === 'connection');
    assert.deepEqual(
      node.projects.map(({ gate, folders }) => [gate.branch, folders.map(({ name }) => name)]),
      [
        ['fix', ['one', 'four']],
        [undefined, ['two', 'three']],
      ],
    );
  });

  it('shows a folder whose binding leads nowhere', () => {
    const lost: FolderOverview = {
      folder: folder('one'),
      resolution: {
        state: 'unknownConnection',
        level: 'folder',
        projectKey: 'p',
        connectionId: 'gone',
      },
    };
    assert.deepEqual(
      treeOf(overviewWith({ connections: [a], folders: [lost] })).map(({ kind }) => kind),
      ['connection', 'folder'],
    );
  });

  it('uses the key of a project until its name is known', () => {
    const nameOf = (_uuid: string, key: string) => (key === 'p' ? 'Project P' : undefined);
    const [node] = treeOf(
      overviewWith({ connections: [a], folders: [bound('one', a, 'p'), bound('two', a, 'q')], nameOf }),
    );
    assert.ok(node?.kind === 'connection');
    assert.deepEqual(fieldOf(node.projects, 'name'), ['Project P', 'q']);
  });

  it('counts failed gates once per project, and connections that need the user', () => {
    const alarms = countAlarms(
      overviewWith({
        connections: [a, b, connection('c'), connection('d')],
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
