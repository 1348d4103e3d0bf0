import assert from 'node:assert/strict';
import { repairs } from '../../../../src/core/bindings/repair.ts';
import type { Connection } from '../../../../src/core/connections/connection.ts';

const connection = (uuid: string, connectionId = uuid): Connection => ({
  kind: 'cloud',
  uuid,
  connectionId,
  organizationKey: 'acme',
  region: 'EU',
  receiveNotifications: true,
});
const [a, b] = [connection('a'), connection('b')];
const unnamed = { place: 'folder', value: { projectKey: 'p' } };
const named = { place: 'folder', value: { projectKey: 'p', connectionId: 'a' } };

describe('repairs', () => {
  it('adds the name of the only connection when a second one appears', () =>
    assert.deepEqual(repairs([unnamed], [a], [b, a]), [named]));

  it('leaves an unambiguous binding unchanged', () => {
    assert.deepEqual(repairs([unnamed], [a], [a]), []);
    assert.deepEqual(repairs([named], [a], [a, b]), []);
    assert.deepEqual(repairs([unnamed], [a, b], [b]), []);
  });

  it('repairs no binding whose connection was unclear before', () => {
    assert.deepEqual(repairs([unnamed], [], [a, b]), []);
    assert.deepEqual(repairs([unnamed], [a, b], [a, b, connection('c')]), []);
    assert.deepEqual(repairs([{ place: 1, value: { projectKey: '' } }], [a], [a, b]), []);
    assert.deepEqual(repairs([unnamed], [a], [b, connection('c')]), [], 'its connection is gone');
  });

  it('follows a connection that was renamed', () => {
    assert.deepEqual(repairs([named, unnamed], [a, b], [connection('a', 'new'), b]), [
      { place: 'folder', value: { projectKey: 'p', connectionId: 'new' } },
    ]);
    assert.deepEqual(repairs([named], [a], [connection('a', 'new')]), [
      { place: 'folder', value: { projectKey: 'p', connectionId: 'new' } },
    ]);
  });
});
