import assert from 'node:assert/strict';
import {
  draftOf,
  emptyDraft,
  nameOf,
  stepsOf,
  targetOf,
} from '../../../../src/extension/connections/wizard/draft.ts';

describe('draft of a connection', () => {
  it('asks a server for its address, the cloud for its organization', () => {
    assert.deepEqual(stepsOf(emptyDraft, 'add'), ['place', 'serverUrl', 'token', 'name', 'notifications']);
    assert.deepEqual(stepsOf({ ...emptyDraft, place: 'US' }, 'add'), [
      'place',
      'token',
      'organization',
      'name',
      'notifications',
    ]);
  });

  it('keeps a connection what it is while it is edited', () => {
    assert.deepEqual(stepsOf(emptyDraft, 'edit'), ['serverUrl', 'token', 'name', 'notifications']);
    assert.deepEqual(stepsOf(emptyDraft, 'token'), ['token']);
  });

  it('asks once more before it saves what has not passed its check', () => {
    const failed = { ...emptyDraft, verdict: { state: 'starting', status: 'STARTING' } } as const;
    assert.equal(stepsOf(failed, 'add').at(-1), 'confirm');
    assert.deepEqual(stepsOf(failed, 'token'), ['token', 'confirm']);
    const passed = {
      ...emptyDraft,
      verdict: { state: 'connected', version: '26.9', login: 'a', administers: false },
    } as const;
    assert.equal(stepsOf(passed, 'add').at(-1), 'notifications');
  });

  it('starts from what is stored, and never from a token', () => {
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

  it('names what has no name after its address', () => {
    const draft = { ...emptyDraft, serverUrl: 'https://quality.example.com/base' };
    assert.equal(nameOf(draft, ['quality.example.com']), 'quality.example.com (2)');
  });
});
