import assert from 'node:assert/strict';
import { addressGroup } from '../../../../../src/node/http/server/addressGroup.ts';
import {
  isCrossOrigin,
  isForeignHost,
  isFromBrowser,
  isLoopbackAddress,
  isLoopbackName,
  ownHosts,
} from '../../../../../src/node/http/server/requestGuard.ts';

describe('the group of an address', () => {
  it('is the IPv4 address, also where it is mapped into IPv6', () => {
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:192.0.2.1'])
      assert.equal(addressGroup(address), '192.0.2.1', address);
  });

  it('is the /64 network of an IPv6 address, because one peer commands all of it', () => {
    const network = addressGroup('2001:db8:1:2:3:4:5:6');
    assert.equal(network, '2001:db8:1:2::/64');
    for (const same of ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::%eth0'])
      assert.equal(addressGroup(same), network, same);
    assert.notEqual(addressGroup('2001:db8:1:3::1'), network);
    assert.equal(addressGroup('::1'), '0:0:0:0::/64');
    assert.equal(addressGroup('fe80::1%lo'), 'fe80:0:0:0::/64');
  });
});

describe('requestGuard', () => {
  const isForeign = (host: string | undefined): boolean =>
    isForeignHost(host === undefined ? {} : { host }, isLoopbackName);

  it('takes names of the loopback for its own, with any port, and no others', () => {
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:8080', '[::1]:9', '127.1'])
      assert.equal(isForeign(host), false, host);
    for (const host of [
      undefined,
      '',
      'evil.example',
      'localhost.evil.example',
      'evil@localhost',
      'localhost/x',
      '127.0.0.1.nip.io',
      '[',
    ])
      assert.equal(isForeign(host), true, host);
  });

  it('takes localhost, ::1 and all of 127.0.0.0/8 for addresses that only this machine can reach', () => {
    const hosts = ['127.0.0.1', '127.1.2.3', 'localhost', 'LOCALHOST', '::1'];
    for (const host of hosts) assert.equal(isLoopbackAddress(host), true, host);
    for (const host of ['0.0.0.0', '::', '192.168.1.2', '127.evil.example'])
      assert.equal(isLoopbackAddress(host), false, host);
  });

  it('takes addresses and the names that it is given for its own, because a page cannot rebind an address', () => {
    const isOwn = ownHosts(['Quality.example']);
    for (const name of ['localhost', '10.0.0.1', '[fd00::1]', 'quality.example'])
      assert.equal(isOwn(name), true, name);
    for (const name of ['a.example', '10.0.0.1.nip.io', 'sub.quality.example'])
      assert.equal(isOwn(name), false, name);
  });

  it('takes its own names in any case, with umlauts and with a port', () => {
    const isOwn = ownHosts(['MyHost', 'Bücher.example', 'quality.example:8080', '::1']);
    const request = (host: string): boolean => !isForeignHost({ host }, isOwn);
    for (const host of ['myhost', 'MYHOST:8080', 'xn--bcher-kva.example', 'quality.example:1', '[::1]:2'])
      assert.equal(request(host), true, host);
    assert.equal(request('bcher.example'), false);
  });

  it('takes the names of its certificate for its own', () => {
    const isOwn = ownHosts([], (name) => name === 'covered.example');
    assert.deepEqual([isOwn('covered.example'), isOwn('a.example')], [true, false]);
  });

  it('knows a page of another origin by its Origin, host and port', () => {
    const host = 'platform.example:9000';
    for (const origin of [
      'https://evil.example',
      'null',
      'http://platform.example',
      'http://platform.example:9001',
    ])
      assert.equal(isCrossOrigin({ host, origin }), true, origin);
    assert.equal(isCrossOrigin({ host, origin: 'https://platform.example:9000' }), false);
    assert.equal(isCrossOrigin({ host }), false);
  });

  it('recognizes a browser by headers that every page sends', () => {
    assert.equal(isFromBrowser({ origin: 'null' }), true);
    assert.equal(isFromBrowser({ 'sec-fetch-site': 'cross-site' }), true);
    assert.equal(isFromBrowser({ 'content-type': 'application/json' }), false);
  });
});
