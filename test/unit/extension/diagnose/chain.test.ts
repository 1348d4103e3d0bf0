import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/failures.ts';
import {
  linkNames,
  linksOf,
  fixOf,
  type ChainFacts,
  type Link,
} from '../../../../src/extension/diagnose/chain.ts';
import type { KnownState } from '../../../../src/extension/connections/states.ts';
import { fieldOf } from '../../../support/lists.ts';
import { qualityConnection as connection } from '../../../support/qualityConnection.ts';

const whole: ChainFacts & {
  readonly connected: { readonly relay: NonNullable<NonNullable<ChainFacts['connected']>['relay']> };
} = {
  binding: { state: 'bound', level: 'folder', projectKey: 'p', connection },
  connected: {
    connection,
    state: { state: 'connected', version: '26.9', login: 'ada', administers: false },
    gate: { status: 'OK', hidden: false },
    muted: undefined,
    pollError: undefined,
    checkedAt: 1,
    relay: { address: 'https://relay.example', state: 'listening', covers: true, lastReceivedAt: 1 },
  },
  storageFailure: undefined,
  lastChange: { to: 'ERROR', at: 1, outcome: { as: 'toast', at: 2 } },
};
const brokenLink = (links: readonly Link[]) => links.find(({ holds }) => holds === 'no');
type Change = Partial<NonNullable<ChainFacts['connected']>>;
const changed = (change: Change): ChainFacts => ({ ...whole, connected: { ...whole.connected, ...change } });
const brokenIn = (change: Change) => brokenLink(linksOf(changed(change)))?.name;

describe('the chain from a folder to a notification', () => {
  it('holds if all its links do', () => {
    const links = linksOf(whole);
    assert.deepEqual(fieldOf(links, 'name'), linkNames);
    assert.equal(brokenLink(links), undefined);
    assert.ok(links.every(({ holds }) => holds === 'yes'));
  });

  it('is broken at exactly the link whose fact is bad', () => {
    assert.equal(brokenIn({ state: { state: 'tokenMissing' } }), 'connection');
    assert.equal(brokenIn({ gate: { status: undefined, hidden: true } }), 'project');
    assert.equal(brokenIn({ connection: { ...connection, receiveNotifications: false } }), 'notifications');
    assert.equal(brokenIn({ muted: 'project' }), 'mute');
    assert.equal(brokenIn({ pollError: { code: 'timeout', since: 1, nextPollAt: 2 } }), 'polling');
    const storageFailure = new Failure('storage', 'disk full').code;
    assert.equal(brokenLink(linksOf({ ...whole, storageFailure }))?.name, 'storage');
  });

  it('begins with the broken links, in their order', () => {
    const facts = changed({ muted: 'project', state: { state: 'tokenMissing' } });
    const names = fieldOf(linksOf(facts), 'name');
    const broken = ['connection', 'mute'];
    assert.deepEqual(names, [...broken, ...linkNames.filter((name) => !broken.includes(name))]);
  });

  it('is broken at a configured relay without a connection, but not without a relay', () => {
    const { relay } = whole.connected;
    assert.equal(brokenIn({ relay: undefined }), undefined);
    assert.equal(brokenIn({ relay: { ...relay, covers: false } }), 'relay');
    for (const state of ['away', 'refused', 'keyMissing'] as const)
      assert.equal(brokenIn({ relay: { ...relay, state, covers: false } }), 'relay');
    // The window that polls listens, and only that one knows.
    for (const state of ['elsewhere', 'connecting'] as const)
      assert.equal(brokenIn({ relay: { ...relay, state, covers: false } }), undefined);
  });

  it('makes no statement about unknown facts', () => {
    const unknown = (change: Change) =>
      linksOf(changed(change)).flatMap(({ name, holds }) => (holds === 'unknown' ? [name] : []));
    assert.deepEqual(unknown({ state: { state: 'checking' } }), ['connection']);
    assert.deepEqual(unknown({ gate: { status: undefined, hidden: false } }), ['project']);
    assert.deepEqual(unknown({ checkedAt: undefined }), ['polling']);
  });

  it('has a fix for each broken link: another token for a token problem, unmuting where the mute was set', () => {
    const fixIn = (change: Change) => {
      const facts = changed(change);
      const broken = brokenLink(linksOf(facts));
      return broken && fixOf(broken, facts);
    };
    const states: readonly (readonly [KnownState, string])[] = [
      [{ state: 'tokenMissing' }, 'service.replaceToken'],
      [{ state: 'tokenRefused' }, 'service.replaceToken'],
      [{ state: 'wrongTokenKind', kind: undefined }, 'service.replaceToken'],
      [{ state: 'organizationNotFound', organizationKey: 'o' }, 'service.editConnection'],
      [{ state: 'starting', status: 'STARTING' }, 'service.checkConnection'],
      [{ state: 'versionTooOld', version: '9.8' }, 'service.checkConnection'],
      [{ state: 'unreachable', failure: new Failure('timeout', 'late') }, 'service.checkConnection'],
    ];
    for (const [state, fix] of states) assert.equal(fixIn({ state }), fix, state.state);
    assert.equal(fixIn({ muted: 'project' }), 'service.unmuteProject');
    assert.equal(fixIn({ muted: 'connection' }), 'service.unmuteConnection');
    const { relay } = whole.connected;
    assert.equal(fixIn({ relay: { ...relay, state: 'away' } }), 'service.showLog');
    assert.equal(fixIn({ relay: { ...relay, state: 'refused' } }), 'service.connectRelay');
    assert.ok(linksOf(whole).every((link) => fixOf(link, whole) === undefined));
  });

  it('checks nothing after a broken binding, and names the broken link', () => {
    for (const [state, name] of [
      ['unbound', 'binding'],
      ['untrusted', 'trust'],
    ] as const) {
      const links = linksOf({ binding: { state }, storageFailure: undefined, lastChange: undefined });
      assert.equal(brokenLink(links)?.name, name);
      const behind = links.filter((link) => ['connection', 'project', 'mute', 'polling'].includes(link.name));
      assert.ok(behind.every(({ holds }) => holds === 'unknown'));
    }
  });
});
