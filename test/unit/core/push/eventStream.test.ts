import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EventStreamReader, type StreamEvent } from '../../../../src/core/push/eventStream.ts';
import { assertLinear } from '../../../support/growth.ts';

function readAll(pieces: readonly string[]): { events: StreamEvent[]; id: string | undefined } {
  const reader = new EventStreamReader();
  const events = pieces.flatMap((piece) => reader.push(piece));
  return { events, id: reader.lastEventId };
}

const sample = [
  'retry: 1500\nid: log:1\nevent: hello\ndata: {"a":1}\n\n',
  ': sign of life\n\n',
  'event: doorbell\r\nid: log:2\r\ndata: {"b":\r\ndata: 2}\r\n\r\n',
  'data\n\n',
  'unknown: x\ndata:no blank\n\n',
].join('');

describe('server-sent events', () => {
  it('are read with name, data and id', () =>
    assert.deepEqual(readAll([sample]), {
      events: [
        { name: 'hello', data: '{"a":1}' },
        { name: 'doorbell', data: '{"b":\n2}' },
        { name: 'message', data: '' },
        { name: 'message', data: 'no blank' },
      ],
      id: 'log:2',
    }));

  it('are the same however the network cuts them', () =>
    fc.assert(
      fc.property(fc.array(fc.nat(sample.length), { maxLength: 20 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), sample.length];
        const pieces = places.slice(1).map((end, index) => sample.slice(places[index], end));
        assert.deepEqual(readAll(pieces), readAll([sample]));
      }),
    ));

  it('of which only the complete ones move the id', () => {
    const reader = new EventStreamReader();
    reader.push('id: log:1\ndata: x\n\nid: log:2\ndata: y\n');
    assert.equal(reader.lastEventId, 'log:1');
    reader.push('\n');
    assert.equal(reader.lastEventId, 'log:2');
  });

  it('contain the pause that the sender asks for', () => {
    const reader = new EventStreamReader();
    reader.push('retry: 1500\nretry: soon\n\n');
    assert.equal(reader.retryMs, 1500);
  });

  it('end with an error when a line or an event exceeds the limit', () => {
    const reader = new EventStreamReader(1000);
    assert.throws(() => reader.push('x'.repeat(1001)), RangeError);
    const other = new EventStreamReader(1000);
    assert.throws(() => {
      for (let line = 0; line < 200; line++) other.push('data: 0123456789\n');
    }, RangeError);
  });

  it('are read in a time that grows with their length, and not with the number of pieces', () => {
    const read = (length: number): void => {
      const reader = new EventStreamReader();
      const data = 'x'.repeat(length);
      for (const char of `data: ${data}\r`) reader.push(char);
      assert.deepEqual(reader.push('\n\n'), [{ name: 'message', data }]);
    };
    assertLinear(read, 40_000, 400_000);
  });
});
