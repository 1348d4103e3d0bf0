import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { redact } from '../../../src/core/log.ts';

const hex = fc.stringMatching(/^[0-9a-f]{40}$/);
const token = fc.tuple(fc.constantFrom('squ_', 'sqp_', 'sqa_', ''), hex).map((parts) => parts.join(''));

describe('redact', () => {
  it('lets no token through, bare, in a header or in an address [P5]', () =>
    fc.assert(
      fc.property(token, (secret) => {
        const basic = Buffer.from(`${secret}:`).toString('base64');
        for (const text of [
          secret,
          `Bearer ${secret}`,
          `Basic ${basic}`,
          `https://${secret}@host/a`,
          `"token":"${secret}"`,
        ]) {
          assert(!redact(text).includes(secret), text);
          assert(!redact(text).includes(basic), text);
        }
      }),
    ));

  it('removes the keys of relays', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(bytes, (random) => {
        const key = `srk_${Buffer.from(random).toString('base64url')}`;
        for (const text of [key, `The relay key ${key} is unknown`, `{"key":"${key}"}`])
          assert(!redact(text).includes(key.slice(4, 20)), text);
      }),
    );
  });

  it('leaves what people need to read', () => {
    const text = 'GET api/system/status → 200 (26.9.0.129388), task 5ae8e9e4-6d22-45f3-8ec4-73c65ca038cc';
    assert.equal(redact(text), text);
  });
});
