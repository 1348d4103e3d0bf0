import assert from 'node:assert/strict';
import { isCleartext } from '../../../src/core/reach.ts';

describe('an address', () =>
  it('is cleartext with http to another machine, whatever its form', () => {
    for (const address of ['http://a.example', 'http://127.evil.example', 'http://10.0.0.1:9000/base'])
      assert.ok(isCleartext(address), address);
    for (const address of [
      'https://a.example',
      'http://localhost:9000',
      'http://127.0.0.1',
      'http://127.8.9.10:80',
      'http://[::1]:9000',
    ])
      assert.ok(!isCleartext(address), address);
  }));
