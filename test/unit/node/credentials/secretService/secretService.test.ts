import assert from 'node:assert/strict';
import { join } from 'node:path';
import { beginTransport } from '../../../../../src/node/credentials/secretService/secretTransport.ts';
import { SecretService } from '../../../../../src/node/credentials/secretService/secretService.ts';
import type { BusMessage } from '../../../../../src/node/credentials/secretService/busMessage.ts';
import { replyTo, signalOf, withFakeBus } from '../../../../support/fakeSessionBus.ts';
import { withTempFolder } from '../../../../support/tempFolder.ts';

const prompt = '/org/freedesktop/secrets/prompt/p1';
const promptInterface = 'org.freedesktop.Secret.Prompt';

interface Desktop {
  /** The answer of the user to a prompt. */
  readonly isDismissed?: boolean;
  readonly hasDefaultCollection?: boolean;
}

/** Runs with a keyring that is locked, and that asks the user before each change. */
function withLockedKeyring(
  { isDismissed = false, hasDefaultCollection = true }: Desktop,
  use: (env: NodeJS.ProcessEnv, calls: readonly string[]) => Promise<void>,
): Promise<void> {
  const calls: string[] = [];
  const answers = (call: BusMessage): readonly Buffer[] => {
    calls.push(call.member ?? '');
    const answer = [isDismissed, { type: 's', value: '' }];
    const table: Readonly<Record<string, readonly Buffer[]>> = {
      Hello: [replyTo(call, 's', [':1.1'])],
      OpenSession: [replyTo(call, 'vo', [{ type: 'ay', value: beginTransport().publicKey }, '/s1'])],
      SearchItems: [replyTo(call, 'aoao', [[], ['/item/1']])],
      Unlock: [replyTo(call, 'aoo', [[], prompt])],
      ReadAlias: [replyTo(call, 'o', [hasDefaultCollection ? '/collection/login' : '/'])],
      CreateItem: [replyTo(call, 'oo', ['/', prompt])],
      Delete: [replyTo(call, 'o', [prompt])],
      Prompt: [
        signalOf('/another', promptInterface, 'Completed', 'bv', [!isDismissed, { type: 's', value: '' }]),
        replyTo(call),
        signalOf(prompt, promptInterface, 'Completed', 'bv', answer),
      ],
    };
    return table[call.member ?? ''] ?? [replyTo(call)];
  };
  return withTempFolder((folder) =>
    withFakeBus(join(folder, 'bus'), answers, () =>
      use({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/bus` }, calls),
    ),
  );
}

describe('the Secret Service of the desktop', () => {
  it('asks the user to unlock the items, to add one and to delete one', () =>
    withLockedKeyring({}, async (env, calls) => {
      await SecretService.use(env, async (service) => {
        assert.deepEqual(await service.findItems({ service: 'a' }), ['/item/1']);
        await service.createItem('label', { service: 'a' }, 'secret');
        await service.deleteItem('/item/1');
      });
      assert.equal(calls.filter((member) => member === 'Prompt').length, 4, calls.join(' '));
    }));

  it('rejects when the user dismisses the prompt', () =>
    withLockedKeyring({ isDismissed: true }, (env) =>
      assert.rejects(
        SecretService.use(env, (service) => service.findItems({ service: 'a' })),
        { code: 'storage', message: 'The user did not unlock the keyring' },
      ),
    ));

  it('rejects a new item when there is no default collection', () =>
    withLockedKeyring({ hasDefaultCollection: false }, (env) =>
      assert.rejects(
        SecretService.use(env, (service) => service.createItem('label', { service: 'a' }, 'secret')),
        { code: 'storage', message: 'The keyring has no default collection' },
      ),
    ));

  it('sends no secret in the clear [U3]', () => {
    const [ours, theirs] = [beginTransport(), beginTransport()];
    const [sender, receiver] = [ours.finish(theirs.publicKey), theirs.finish(ours.publicKey)];
    const sent = sender.encrypt('squ_secret ä');
    assert.equal(receiver.decrypt(sent), 'squ_secret ä');
    assert.ok(!Buffer.from(sent.value).includes('secret'));
    assert.notDeepEqual(sender.encrypt('squ_secret ä'), sent);
  });
});
