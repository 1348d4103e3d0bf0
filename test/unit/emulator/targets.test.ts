import assert from 'node:assert/strict';
import {
  basicCredentials,
  loopbackRefusal,
  maskUserInfo,
  parseTargetUrl,
  privateRefusal,
  refusalOf,
  refusalOfHost,
} from '../../../src/emulator/webhooks/deliver.ts';

describe('a webhook target', () => {
  it('is an http or https URL with a host, in any case [WC1]', () => {
    for (const text of ['HTTP://127.0.0.1:1', 'http://127.0.0.1:1/a b', 'https://h'])
      assert.ok(parseTargetUrl(text), text);
    for (const text of ['foo', 'ftp://h/x', 'http://', 'https:///x', '', 'http:/h'])
      assert.equal(parseTargetUrl(text), undefined, text);
  });

  it('is shown with a star for each character of its user info as entered', () => {
    assert.equal(
      maskUserInfo('http://us%40er:p%3Aw%20d@127.0.0.1:1/x?a=b@c'),
      'http://*******:*********@127.0.0.1:1/x?a=b@c',
    );
    assert.equal(maskUserInfo('https://token@h'), 'https://*****@h');
    assert.equal(maskUserInfo('http://h/a@b'), 'http://h/a@b');
  });

  it('provides its decoded user info as credentials [WC2]', () => {
    const header = basicCredentials(new URL('http://us%40er:p%3Aw%20d@h'));
    assert.equal(Buffer.from((header ?? '').slice(6), 'base64').toString(), 'us@er:p:w d');
    assert.equal(basicCredentials(new URL('http://h')), undefined);
  });

  it('inside the own network is refused, and outside is accepted', () => {
    for (const address of ['127.0.0.1', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1'])
      assert.equal(refusalOf(address), loopbackRefusal, address);
    for (const address of [
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.100.100.200',
      '224.0.0.1',
      'fd00:ec2::254',
      'fe80::1',
      'ff02::1',
    ])
      assert.equal(refusalOf(address), privateRefusal, address);
    for (const address of ['172.32.0.1', '8.8.8.8', '100.128.0.1', '2001:db8::1', '193.0.0.1'])
      assert.equal(refusalOf(address), undefined, address);
    assert.equal(refusalOfHost(new URL('http://localhost')), loopbackRefusal);
    assert.equal(refusalOfHost(new URL('http://[::1]:1')), loopbackRefusal);
    // A number is an address too.
    assert.equal(refusalOfHost(new URL('http://2130706433/')), loopbackRefusal);
    assert.equal(refusalOfHost(new URL('http://example.org')), undefined);
  });
});
