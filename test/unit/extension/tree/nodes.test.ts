import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connections/connection.ts';
import {
  countAlarms,
  foldersOf,
  treeOf,
  type FolderOverview,
  type Overview,
} from '../../../../src/extension/tree/nodes.ts';
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
    const [project] = projectsBelow([bound('one', a, 'p'), bound('two', a, 'p')]);
    assert.ok(project);
    assert.deepEqual(
      foldersOf(project).map(({ id, folderUri }) => [id, folderUri]),
      [
        ['project/a/p/folder/file:///one', 'file:///one'],
        ['project/a/p/folder/file:///two', 'file:///two'],
      ],
    );
  });

  it('has one node for a project that several folders are bound to, even of the same name', () => {
    const two = { ...bound('one', a, 'p'), folder: { uri: 'file:///elsewhere/one', name: 'one' } };
    assert.deepEqual(
      projectsBelow([bound('one', a, 'p'), two]).map(({ folders }) => folders.map(({ uri }) => uri)),
      [['file:///one', 'file:///elsewhere/one']],
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

  it('shows a folder whose binding leads nowhere', () => {
    const lost: FolderOverview = {
      folder: folder('one'),
      resolution: { state: 'unknownConnection', level: 'folder', projectKey: 'p', connectionId: 'gone' },
    };
    assert.deepEqual(
      treeOf(overviewWith({ connections: [a], folders: [lost] })).map(({ kind }) => kind),
      ['connection', 'folder'],
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
