import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { digestOf } from '../../../src/cli/digest.ts';

describe('digestOf', () => {
  it('is the CRC-32 and the length of the bytes, wherever they lie', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(5), (bytes, offset) => {
        const moved = new Uint8Array(offset + bytes.length);
        moved.set(bytes, offset);
        const digits = [crc32(bytes), bytes.length].map((number) => number.toString(16).padStart(8, '0'));
        assert.equal(digestOf(moved.subarray(offset)), digits.join(''));
      }),
    ));

  it('changes with any byte and with any cut', () =>
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 60 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (bytes, at, change) => {
          const index = at % bytes.length;
          const changed = bytes.with(index, (bytes[index] ?? 0) ^ change);
          assert.notEqual(digestOf(changed), digestOf(bytes));
          assert.notEqual(digestOf(bytes.subarray(0, index)), digestOf(bytes));
        },
      ),
    ));

  it('is the same where Node does not expose its library', () => {
    const internals = process as unknown as { binding: unknown };
    const { binding } = internals;
    const bytes = new Uint8Array([1, 2, 3]);
    const digest = digestOf(bytes);
    internals.binding = () => {
      throw new Error('No such binding.');
    };
    try {
      assert.equal(digestOf(bytes), digest);
    } finally {
      internals.binding = binding;
    }
  });
});
