import assert from 'node:assert/strict';
import {
  draftOf,
  emptyDraft,
  nameOf,
  stepsOf,
  targetOf,
  withPlace,
  withServerUrl,
  withToken,
  type Draft,
} from '../../../../src/extension/connections/wizard/draft.ts';

describe('draft of a connection', () => {
  it('asks a server for its address, the cloud for its organization [CN1]', () => {
    assert.deepEqual(stepsOf(emptyDraft, 'add'), ['place', 'serverUrl', 'token', 'name', 'notifications']);
    const inCloud = ['place', 'token', 'organization', 'name', 'notifications'];
    assert.deepEqual(stepsOf({ ...emptyDraft, place: 'US' }, 'add'), inCloud);
  });

  it('does not offer to change the kind of an existing connection', () => {
    assert.deepEqual(stepsOf(emptyDraft, 'edit'), ['serverUrl', 'token', 'name', 'notifications']);
    assert.deepEqual(stepsOf(emptyDraft, 'token'), ['token']);
  });

  it('asks once more before it saves what has not passed its check', () => {
    const failed = { ...emptyDraft, checkResult: { state: 'starting', status: 'STARTING' } } as const;
    assert.equal(stepsOf(failed, 'add').at(-1), 'confirm');
    assert.deepEqual(stepsOf(failed, 'token'), ['token', 'confirm']);
    const passed = {
      ...emptyDraft,
      checkResult: { state: 'connected', version: '26.9', login: 'a', administers: false },
    } as const;
    assert.equal(stepsOf(passed, 'add').at(-1), 'notifications');
  });

  it('starts from the stored connection, never from a token', () => {
    const draft = draftOf({
      kind: 'cloud',
      uuid: 'u',
      connectionId: 'Mine',
      receiveNotifications: false,
      organizationKey: 'org',
      region: 'US',
    });
    assert.equal(draft.token, '');
    assert.equal(draft.receiveNotifications, false);
    assert.deepEqual(targetOf(draft), { kind: 'cloud', organizationKey: 'org', region: 'US' });
    assert.equal(nameOf(draft, []), 'Mine');
  });

  describe('after a step', () => {
    const one = { key: 'one', name: 'One' };
    const two = { key: 'two', name: 'Two' };
    const checked = { ...emptyDraft, token: 't', tokenExpires: '2027-01-01', organizationKey: 'one' };
    const found = { organizations: [], checkResult: undefined };

    it('keeps no token and no organization when the platform changes', () => {
      const draft = { ...checked, place: 'EU', organizations: [one] } as const;
      assert.deepEqual(withPlace(draft, 'US'), { ...emptyDraft, place: 'US' });
      assert.equal(withPlace(draft, 'EU'), draft);
      const server = {
        ...emptyDraft,
        serverUrl: 'https://a.example',
        token: 't',
        tokenExpires: '2027-01-01',
      };
      const moved = withServerUrl(server, 'https://b.example/');
      assert.deepEqual(moved, { ...emptyDraft, serverUrl: 'https://b.example' });
      assert.deepEqual(withServerUrl(server, 'https://a.example/'), server);
    });

    it('knows when a token from the browser expires, also after a way back and forth', () => {
      assert.equal(withToken(emptyDraft, 't', found, '2027-01-01').tokenExpires, '2027-01-01');
      assert.equal(withToken(checked, 't', found, undefined).tokenExpires, '2027-01-01');
      assert.equal(withToken(checked, 'another', found, undefined).tokenExpires, undefined);
    });

    it('has the organization that a token belongs to, if that is the only one', () => {
      const keyWith = (draft: Draft, token: string, ...organizations: (typeof one)[]) =>
        withToken(draft, token, { ...found, organizations }, undefined).organizationKey;
      assert.equal(keyWith(emptyDraft, 't', two), 'two');
      assert.equal(keyWith(emptyDraft, 't', one, two), '');
      const ofOne: Draft = { ...checked, place: 'EU' };
      assert.equal(keyWith(ofOne, 't', two), 'one');
      assert.equal(keyWith(ofOne, 'another', two), 'two');
      assert.equal(keyWith(ofOne, 'another', one, two), 'one');
      assert.equal(keyWith(ofOne, 'another'), 'one');
    });
  });

  it('proposes the host as the name of a connection without a name', () => {
    const draft = { ...emptyDraft, serverUrl: 'https://quality.example.com/base' };
    assert.equal(nameOf(draft, ['quality.example.com']), 'quality.example.com (2)');
  });
});
