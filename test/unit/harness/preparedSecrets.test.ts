import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { newSecretKey } from '../../../scripts/editor/gateway.ts';
import { preparingPage, sealSecrets } from '../../../scripts/editor/preparedSecrets.ts';

/** As a page of the editor reads its secrets: `ServerKeyedAESCrypto.unseal` of 1.103 and 1.139. */
async function unseal(sealed: string, serverKey: Buffer): Promise<unknown> {
  const bytes = Buffer.from(sealed, 'base64');
  const raw = bytes.subarray(0, 32).map((byte, n) => byte ^ (serverKey[n] ?? 0));
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', true, ['decrypt']);
  const algorithm = { name: 'AES-GCM', iv: bytes.subarray(32, 44) };
  const text = await crypto.subtle.decrypt(algorithm, key, bytes.subarray(44));
  return JSON.parse(new TextDecoder().decode(text));
}

/** Runs the script of a page. @returns where it goes */
function visit(page: string, storage: Map<string, string>): string | undefined {
  let address: string | undefined;
  runInNewContext(/<script>(.*)<\/script>/s.exec(page)?.[1] ?? '', {
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    },
    location: { replace: (target: string) => (address = target) },
  });
  return address;
}

describe('prepared secrets', () => {
  const serverKey = newSecretKey();

  it('are sealed as the page seals its own', async () => {
    const secrets = { '{"extensionId":"a.b","key":"c"}': 'größer' };
    assert.deepEqual(await unseal(sealSecrets(secrets, serverKey), serverKey), secrets);
    await assert.rejects(unseal(sealSecrets(secrets, serverKey), newSecretKey()));
  });

  it('are stored at the first visit only, and the editor follows', () => {
    const storage = new Map<string, string>();
    const page = preparingPage(sealSecrets({ a: 'b' }, serverKey), '/?folder=/</script>');
    assert.equal(visit(page, storage), '/?folder=/</script>');
    assert.equal(storage.size, 2);
    storage.set('secrets.provider', 'what the user has added since');
    visit(page, storage);
    assert.equal(storage.get('secrets.provider'), 'what the user has added since');
  });

  it('are stored again for another run of the demo at the same address', () => {
    const storage = new Map<string, string>();
    visit(preparingPage('one', '/'), storage);
    visit(preparingPage('two', '/'), storage);
    assert.equal(storage.get('secrets.provider'), 'two');
  });
});
