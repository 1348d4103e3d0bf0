import assert from 'node:assert/strict';
import type { Delivery, Webhook } from '../../../../src/core/api/webhooks.ts';
import { Failure, type FailureCode } from '../../../../src/core/failures.ts';
import type { KnownState } from '../../../../src/extension/connections/states.ts';
import { treeOf, type Overview } from '../../../../src/extension/tree/nodes.ts';
import type { NoteNode } from '../../../../src/extension/tree/webhookNodes.ts';
import type { OnDemandData } from '../../../../src/extension/webhooks/webhookLists.ts';
import { serverConnection } from '../../../simulation/monitoredWindow.ts';
import { overviewWith } from '../../../support/overview.ts';

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

const connection = serverConnection('a');
const folder = { uri: 'file:///one', name: 'one' };

/** A connection with one project, whose folder is bound. */
function nodesOf(change: Partial<Overview>) {
  const [node] = treeOf(
    overviewWith({
      connections: [connection],
      folders: [{ folder, resolution: { state: 'bound', level: 'folder', projectKey: 'p', connection } }],
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
    const account = { connections: [connection], stateOf: () => admin };
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
