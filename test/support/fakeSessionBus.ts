import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import {
  type BusMessage,
  decodeMessage,
  messageLength,
} from '../../src/node/credentials/secretService/busMessage.ts';
import type { BusValue } from '../../src/node/credentials/secretService/busSignature.ts';
import { marshal } from '../../src/node/credentials/secretService/marshal.ts';

/** The answer of the bus to a message: whole messages of D-Bus, or other bytes. */
export type Answers = (call: BusMessage) => readonly Buffer[];

export const handshake = 'DATA\r\nOK 0123456789abcdef\r\n';

/**
 * Runs `use` while a bus that lets everyone in answers at a socket, which may be an abstract one.
 *
 * @param welcome What it says to a new connection.
 */
export async function withFakeBus(
  socket: string,
  answers: Answers,
  use: () => Promise<void>,
  welcome: string | Buffer = handshake,
): Promise<void> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    let received = Buffer.alloc(0);
    let isIn = false;
    client.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const begin = received.indexOf('BEGIN\r\n');
      if (!isIn && begin !== -1) {
        isIn = true;
        received = received.subarray(begin + 'BEGIN\r\n'.length);
        client.write(welcome);
      }
      for (;;) {
        const length = isIn ? messageLength(received) : undefined;
        if (length === undefined || received.length < length) return;
        for (const answer of answers(decodeMessage(received.subarray(0, length)))) client.write(answer);
        received = received.subarray(length);
      }
    });
  });
  server.listen(socket);
  await once(server, 'listening');
  try {
    await use();
  } finally {
    for (const client of open) client.destroy();
    server.close();
  }
}

/** Returns a result of a call. */
export function replyTo({ serial }: BusMessage, signature = '', values: readonly BusValue[] = []): Buffer {
  return message(2, [[5, { type: 'u', value: serial }]], signature, values);
}

/** Returns an error as the answer to a call. */
export function errorTo({ serial }: BusMessage, name: string): Buffer {
  return message(3, [
    [5, { type: 'u', value: serial }],
    [4, { type: 's', value: name }],
  ]);
}

/** Returns a signal of an object. */
export function signalOf(
  path: string,
  interfaceName: string,
  member: string,
  signature: string,
  values: readonly BusValue[],
): Buffer {
  const fields: BusValue[] = [
    [1, { type: 'o', value: path }],
    [2, { type: 's', value: interfaceName }],
    [3, { type: 's', value: member }],
  ];
  return message(4, fields, signature, values);
}

function message(
  kind: number,
  fields: readonly BusValue[],
  signature = '',
  values: readonly BusValue[] = [],
): Buffer {
  const body = marshal(signature, values);
  const all = [...fields, [8, { type: 'g', value: signature }]];
  const header = marshal('yyyyuua(yv)', ['l'.charCodeAt(0), kind, 0, 1, body.length, 1, all]);
  return Buffer.concat([header, Buffer.alloc((8 - (header.length % 8)) % 8), body]);
}
