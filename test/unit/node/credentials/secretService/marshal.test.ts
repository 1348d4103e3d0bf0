import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  decodeMessage,
  messageLength,
} from '../../../../../src/node/credentials/secretService/busMessage.ts';
import type { BusValue } from '../../../../../src/node/credentials/secretService/busSignature.ts';
import { marshal } from '../../../../../src/node/credentials/secretService/marshal.ts';
import { unmarshal } from '../../../../../src/node/credentials/secretService/unmarshal.ts';
import { Failure } from '../../../../../src/core/failures.ts';

/** A type with values of it. */
interface Typed {
  readonly type: string;
  readonly value: BusValue;
}

const text = fc.string({ unit: 'grapheme' });
const basic = fc.oneof<fc.Arbitrary<Typed>[]>(
  fc.record({ type: fc.constant('y'), value: fc.nat(255) }),
  fc.record({ type: fc.constant('b'), value: fc.boolean() }),
  fc.record({ type: fc.constant('u'), value: fc.nat(2 ** 32 - 1) }),
  fc.record({ type: fc.constant('s'), value: text }),
  fc.record({ type: fc.constant('o'), value: text }),
  fc.record({ type: fc.constant('g'), value: fc.constantFrom('', 's', 'a{sv}') }),
  fc.record({ type: fc.constant('ay'), value: fc.uint8Array() }),
);
const { any } = fc.letrec<{ any: Typed }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    basic,
    tie('any').map((inner) => ({ type: 'v', value: { ...inner } })),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((members) => ({
      type: `(${members.map(({ type }) => type).join('')})`,
      value: members.map(({ value }) => value),
    })),
    fc
      .tuple(tie('any'), fc.nat(3))
      .filter(([{ type }]) => type !== 'y')
      .map(([{ type, value }, times]) => ({ type: `a${type}`, value: Array<BusValue>(times).fill(value) })),
  ),
}));

describe('the wire format of D-Bus', () => {
  it('gives every value back that was written', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), (items) => {
        const signature = items.map(({ type }) => type).join('');
        const values = items.map(({ value }) => value);
        const bytes = marshal(signature, values);
        assert.deepEqual(unmarshal(signature, bytes, { isLittleEndian: true }), values);
      }),
    );
  });

  it('has the bytes of the specification: aligned members, lengths before texts', () => {
    const bytes = marshal('ya{sv}', [7, [['é', { type: 'b', value: true }]]]);
    assert.equal(
      bytes.toString('hex'),
      ['07000000', '10000000', '02000000', 'c3a900', '01', '6200', '0000', '01000000'].join(''),
    );
  });

  it('reads the bytes of a machine that is big-endian', () => {
    const bytes = Buffer.from('000000070000000361626300', 'hex');
    assert.deepEqual(unmarshal('us', bytes, { isLittleEndian: false }), [7, 'abc']);
  });

  it('refuses any bytes and signatures that do not belong together, and never hangs or crashes', () => {
    const signature = fc.string({ unit: fc.constantFrom(...Array.from('ybusogva(){}x')), maxLength: 50 });
    fc.assert(
      fc.property(signature, fc.uint8Array({ maxLength: 200 }), (types, bytes) => {
        try {
          unmarshal(types, Buffer.from(bytes), { isLittleEndian: true });
        } catch (error) {
          assert.ok(Failure.is(error, 'malformed'), String(error));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses any message that is none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 200 }), (bytes) => {
        try {
          messageLength(Buffer.from(bytes));
          decodeMessage(Buffer.from(bytes)).body();
        } catch (error) {
          assert.ok(Failure.is(error, 'malformed'), String(error));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses a type that is nested without an end', () => {
    for (const type of ['a'.repeat(255), '('.repeat(255), 'a(', 'x'])
      assert.throws(() => unmarshal(type, Buffer.alloc(10), { isLittleEndian: true }), { code: 'malformed' });
    const variants = Buffer.concat([...Array<Buffer>(100).fill(Buffer.from([1, 0x76, 0]))]);
    assert.throws(() => unmarshal('v', variants, { isLittleEndian: true }), { code: 'malformed' });
  });

  it('refuses an array whose elements take no bytes', () => {
    const bytes = Buffer.concat([Buffer.from([16, 0, 0, 0, 0, 0, 0, 0]), Buffer.alloc(16)]);
    assert.throws(() => unmarshal('a()', bytes, { isLittleEndian: true }), { code: 'malformed' });
  });

  it('refuses to write a value of another type', () => {
    for (const [type, value] of [
      ['s', 1],
      ['v', 'a'],
      ['as', 'a'],
      ['(s)', 'a'],
    ] as const)
      assert.throws(() => marshal(type, [value]), TypeError);
  });
});
