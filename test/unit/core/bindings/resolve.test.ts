import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bindingValue } from '../../../../src/core/bindings/binding.ts';
import { resolveBinding, type BindingValues } from '../../../../src/core/bindings/resolve.ts';
import type { Connection } from '../../../../src/core/connections/connection.ts';

const connection = (connectionId: string): Connection => ({
  kind: 'server',
  uuid: `uuid of ${connectionId}`,
  connectionId,
  serverUrl: 'https://example.org',
  receiveNotifications: true,
});
const [a, b] = [connection('a'), connection('b')];

function resolve(values: BindingValues, connections: readonly Connection[]) {
  const { refusedUserValue, ...state } = resolveBinding(values, connections);
  assert.equal(refusedUserValue, false);
  return state;
}

describe('resolveBinding', () => {
  it('finds a folder unbound without a value, and with the empty default', () => {
    assert.deepEqual(resolve({}, [a]), { state: 'unbound' });
    assert.deepEqual(resolve({ folderValue: {}, workspaceValue: {}, userValue: {} }, [a]), {
      state: 'unbound',
    });
  });

  it('ignores the bindings of a workspace that is not trusted [R4]', () => {
    const values = { folderValue: { projectKey: 'f' }, workspaceValue: { projectKey: 'w' }, untrusted: true };
    assert.deepEqual(resolve(values, [a]), { state: 'untrusted' });
  });

  it('prefers the folder to the workspace [BS1] [VE2]', () => {
    const values = { folderValue: { projectKey: 'f' }, workspaceValue: { projectKey: 'w' } };
    assert.deepEqual(resolve(values, [a]), {
      state: 'bound',
      level: 'folder',
      projectKey: 'f',
      connection: a,
    });
    assert.deepEqual(resolve({ ...values, folderValue: undefined }, [a]), {
      state: 'bound',
      level: 'workspace',
      projectKey: 'w',
      connection: a,
    });
  });

  it('refuses a value in user settings and reports it [BS1]', () => {
    const userValue = { projectKey: 'p' };
    assert.deepEqual(resolveBinding({ userValue }, [a]), { state: 'unbound', refusedUserValue: true });
    const both = resolveBinding({ userValue, folderValue: userValue }, [a]);
    assert.equal(both.state, 'bound');
    assert.equal(both.refusedUserValue, true);
  });

  it('needs no connection name with one connection, and is ambiguous with several [BS3]', () => {
    const folderValue = { projectKey: 'p' };
    assert.equal(resolve({ folderValue }, [a]).state, 'bound');
    assert.deepEqual(resolve({ folderValue }, [a, b]), {
      state: 'ambiguous',
      level: 'folder',
      projectKey: 'p',
      candidates: [a, b],
    });
  });

  it('takes the connection that is named to the letter [BS3]', () => {
    const named = (connectionId: string) =>
      resolve({ folderValue: { projectKey: 'p', connectionId } }, [a, b]);
    assert.deepEqual(named('b'), { state: 'bound', level: 'folder', projectKey: 'p', connection: b });
    for (const unknown of ['c', 'A', 'a '])
      assert.deepEqual(named(unknown), {
        state: 'unknownConnection',
        level: 'folder',
        projectKey: 'p',
        connectionId: unknown,
      });
  });

  it('resolves to no connection if there is none', () =>
    assert.deepEqual(resolve({ folderValue: { projectKey: 'p' } }, []), {
      state: 'unknownConnection',
      level: 'folder',
      projectKey: 'p',
      connectionId: undefined,
    }));

  it('names the level and the field of an invalid binding, and does not fall back to another level [BS2]', () => {
    const workspaceValue = { projectKey: 'w' };
    for (const folderValue of [null, 'p', [], { projectKey: '' }, { projectKey: 7 }, { connectionId: 'a' }])
      assert.equal(resolve({ folderValue, workspaceValue }, [a]).state, 'invalid');
    const state = resolve({ folderValue: { projectKey: 'secret', connectionId: 5 } }, [a]);
    assert(state.state === 'invalid' && state.level === 'folder');
    assert.match(state.problem, /connectionId/);
    assert.doesNotMatch(state.problem, /secret/);
  });

  it('never throws, whatever the settings contain', () =>
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (folderValue, workspaceValue, userValue) => {
        resolveBinding({ folderValue, workspaceValue, userValue }, [a, b]);
      }),
    ));
});

describe('bindingValue', () =>
  it('names the connection only where there is a choice, and always leads back to it', () => {
    assert.deepEqual(bindingValue('p', a, [a]), { projectKey: 'p' });
    assert.deepEqual(bindingValue('p', a, [a, b]), { projectKey: 'p', connectionId: 'a' });
    for (const all of [[a], [a, b]]) {
      const state = resolve({ folderValue: bindingValue('p', a, all) }, all);
      assert(state.state === 'bound' && state.connection === a);
    }
  }));
