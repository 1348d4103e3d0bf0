import { Failure } from '../../../core/failures.ts';
import type { BusValue } from './busSignature.ts';
import { marshal } from './marshal.ts';
import { unmarshal } from './unmarshal.ts';

/** A method of an object on the bus, with its arguments. */
export interface BusCall {
  /** Name of the program on the bus, such as `org.freedesktop.secrets`. */
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** Types of the arguments. */
  readonly signature?: string;
  readonly args?: readonly BusValue[];
}

/** A message from the bus. */
export interface BusMessage {
  readonly kind: 'call' | 'reply' | 'error' | 'signal';
  readonly serial: number;
  /** For a reply or an error: the serial of its call. */
  readonly replyTo: number | undefined;
  readonly path: string | undefined;
  readonly interface: string | undefined;
  readonly member: string | undefined;
  readonly errorName: string | undefined;
  /**
   * Returns the arguments. They are read late, because messages that are not for this program may have any type.
   *
   * @throws {Failure} `malformed`.
   */
  body(): readonly BusValue[];
}

const kinds = [undefined, 'call', 'reply', 'error', 'signal'] as const;
/** The codes of the header's fields. https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-header-fields */
const fields = { path: 1, interface: 2, member: 3, errorName: 4, replyTo: 5, destination: 6, signature: 8 };
/** Bytes before the header's fields, with the length of the fields. */
const fixedBytes = 16;
const littleEndian = 'l'.charCodeAt(0);
/** A keyring's answers have some hundred bytes. */
const maxBytes = 1024 * 1024;

export function encodeCall(call: BusCall, serial: number): Buffer {
  const { signature = '', args = [] } = call;
  const body = marshal(signature, args);
  const header = marshal('yyyyuua(yv)', [
    littleEndian,
    kinds.indexOf('call'),
    0,
    1,
    body.length,
    serial,
    [
      [fields.path, { type: 'o', value: call.path }],
      [fields.interface, { type: 's', value: call.interface }],
      [fields.member, { type: 's', value: call.member }],
      [fields.destination, { type: 's', value: call.destination }],
      ...(signature === '' ? [] : [[fields.signature, { type: 'g', value: signature }]]),
    ],
  ]);
  return Buffer.concat([header, Buffer.alloc(aligned(header.length) - header.length), body]);
}

/**
 * Returns the length of the message that `bytes` begin with; undefined while too few of them are there to tell.
 *
 * @throws {Failure} `malformed`, also for a message of more than 1 MiB.
 */
export function messageLength(bytes: Buffer): number | undefined {
  if (bytes.length < fixedBytes) return undefined;
  const length = bodyStart(bytes) + word(bytes, 4);
  if (length > maxBytes) throw new Failure('malformed', 'A message of D-Bus is too large');
  return length;
}

/**
 * Reads one complete message.
 *
 * @throws {Failure} `malformed`.
 */
export function decodeMessage(bytes: Buffer): BusMessage {
  const isLittleEndian = bytes[0] === littleEndian;
  const [list] = unmarshal('a(yv)', bytes, { isLittleEndian, from: fixedBytes - 4 });
  const found = new Map(list as readonly [number, { type: string; value: BusValue }][]);
  const text = (code: number): string | undefined => {
    const value = found.get(code)?.value;
    return typeof value === 'string' ? value : undefined;
  };
  const kind = kinds[bytes[1] ?? 0];
  const replyTo = found.get(fields.replyTo)?.value;
  if (kind === undefined) throw new Failure('malformed', 'A message of D-Bus has an unknown kind');
  return {
    kind,
    serial: word(bytes, 8),
    replyTo: typeof replyTo === 'number' ? replyTo : undefined,
    path: text(fields.path),
    interface: text(fields.interface),
    member: text(fields.member),
    errorName: text(fields.errorName),
    body: () => unmarshal(text(fields.signature) ?? '', bytes.subarray(bodyStart(bytes)), { isLittleEndian }),
  };
}

const aligned = (length: number): number => Math.ceil(length / 8) * 8;

const bodyStart = (bytes: Buffer): number => aligned(fixedBytes + word(bytes, 12));

function word(bytes: Buffer, at: number): number {
  return bytes[0] === littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
}
