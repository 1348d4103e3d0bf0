import assert from 'node:assert/strict';
import { addressProblem, resolveTarget } from '../../../../src/core/webhooks/address.ts';
import { addressesOf } from '../../../../src/node/http/addressesOf.ts';

const reachOf = async (...target: Parameters<typeof resolveTarget>) => (await resolveTarget(...target)).reach;
const leadingTo = (...addresses: string[]) =>
  reachOf(new URL('https://ci.example.com/'), () => Promise.resolve(addresses));

describe('the reach of an address', () => {
  it('is that of the most private of all that its name leads to', async () => {
    assert.equal(await leadingTo('203.0.113.7'), 'public');
    assert.equal(await leadingTo('203.0.113.7', '10.0.0.1'), 'private');
    assert.equal(await leadingTo('10.0.0.1', '203.0.113.7', '127.0.0.1'), 'loopback');
    assert.equal(await leadingTo('::ffff:127.0.0.1'), 'loopback');
    assert.equal(await leadingTo('fd00::1'), 'private');
  });

  it('comes with the addresses that were judged, so that the request can go to these', async () => {
    let asked = 0;
    const target = await resolveTarget(new URL('https://ci.example.com/'), () => {
      asked++;
      return Promise.resolve(asked === 1 ? ['203.0.113.7'] : ['127.0.0.1']);
    });
    assert.deepEqual([target, asked], [{ reach: 'public', addresses: ['203.0.113.7'] }, 1]);
  });

  it('needs no name server where the host says it', async () => {
    const nobody = () => Promise.reject(new Error('asked'));
    for (const host of ['localhost', 'a.localhost', '127.0.0.2', '[::1]'])
      assert.equal(await reachOf(new URL(`http://${host}:1/`), nobody), 'loopback', host);
    assert.equal(await reachOf(new URL('http://192.168.1.1/'), nobody), 'private');
  });

  it('is not hidden by writing an IPv4 address as one of IPv6', async () => {
    const itself = (host: string) => Promise.resolve([host]);
    for (const [host, reach] of [
      ['[::ffff:127.0.0.1]', 'loopback'],
      ['[::ffff:10.0.0.1]', 'private'],
      ['[::ffff:169.254.169.254]', 'private'],
      ['[::127.0.0.1]', 'loopback'],
      ['[64:ff9b::192.168.1.1]', 'private'],
      ['[::ffff:203.0.113.7]', 'public'],
      ['[2001:db8::7f00:1]', 'public'],
    ] as const)
      assert.equal(await reachOf(new URL(`http://${host}/`), itself), reach, host);
  });

  it("is found by this machine's own resolver, which may not know the name", async () => {
    assert.ok((await addressesOf('localhost')).length > 0);
    await assert.rejects(addressesOf('nowhere.invalid'), { code: 'unknownHost' });
  });
});

describe('a target of webhooks', () =>
  it('is refused when it is masked, or no http address', () => {
    assert.equal(addressProblem('https://user:password@example.com/hook'), undefined);
    assert.equal(addressProblem('https://****:********@example.com/'), 'masked');
    assert.equal(addressProblem('ftp://example.com/'), 'noTarget');
    assert.equal(addressProblem(`https://example.com/${'x'.repeat(512)}`), 'noTarget');
  }));
