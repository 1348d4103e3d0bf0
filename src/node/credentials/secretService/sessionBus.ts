import { connect, type Socket } from 'node:net';
import type * as z from 'zod/mini';
import { Failure } from '../../../core/failures.ts';
import { parse } from '../../../core/parsing.ts';
import { variable } from '../../environment.ts';
import { type BusCall, type BusMessage, decodeMessage, encodeCall, messageLength } from './busMessage.ts';
import type { BusValue } from './busSignature.ts';

/** Identifies a signal of an object. */
interface SignalSource {
  readonly path: string;
  readonly interface: string;
  readonly member: string;
}

interface Waiter {
  resolve(message: BusMessage): void;
  reject(error: Failure): void;
}

interface SessionBusOptions {
  /** Milliseconds for the answer to a call. The default is that of the reference library. */
  readonly callMs?: number;
}

/** The answers of the bus to `AUTH EXTERNAL` and `DATA`. The bus takes the user of the process that opened the socket. */
const handshake = [/^DATA\b/, /^OK\b/];
const maxLineBytes = 512;
const bus = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

/**
 * A connection to the D-Bus session bus of the user. All methods reject with `storage` when the bus refuses, is silent
 * or ends the connection, and with `malformed` for an answer that it cannot read.
 */
export class SessionBus {
  readonly #socket: Socket;
  readonly #callMs: number;
  /** Calls without an answer, by their serials. The handshake has the serial 0. */
  readonly #calls = new Map<number, Waiter>();
  readonly #signals = new Map<string, Waiter>();
  #received: Buffer = Buffer.alloc(0);
  #lines = 0;
  #lastSerial = 0;
  #end: Failure | undefined;

  private constructor(socket: Socket, callMs: number) {
    this.#socket = socket;
    this.#callMs = callMs;
    socket.on('data', (chunk) => {
      this.#receive(chunk);
    });
    socket.on('error', (cause) => {
      this.#fail(new Failure('storage', 'The session bus cannot be reached', { cause }));
    });
    socket.on('close', () => {
      this.#fail(new Failure('storage', 'The session bus ended the connection'));
    });
  }

  /** Connects to the bus of the environment, and logs in as the user of this process. */
  static async connect(
    env: NodeJS.ProcessEnv,
    { callMs = 25_000 }: SessionBusOptions = {},
  ): Promise<SessionBus> {
    const connection = new SessionBus(connect(socketOf(env)), callMs);
    try {
      await connection.#answer(0, '\0AUTH EXTERNAL\r\nDATA\r\nBEGIN\r\n');
      await connection.#send({ ...bus, member: 'Hello' });
    } catch (error) {
      connection.close();
      throw error;
    }
    return connection;
  }

  /** Calls a method. Returns its results, parsed by `results`. */
  async call<T>(call: BusCall, results: z.ZodMiniType<T>): Promise<T> {
    return parse(results, (await this.#send(call)).body(), `D-Bus: ${call.member}`);
  }

  /** Returns the arguments of the first signal after `start`, however long that takes. */
  async signalAfter(source: SignalSource, start: () => Promise<unknown>): Promise<readonly BusValue[]> {
    const rule = Object.entries(source).map(([key, value]) => `${key}='${value}'`);
    const args = [`type='signal',${rule.join(',')}`];
    const key = keyOf(source);
    const signal = new Promise<BusMessage>((resolve, reject) => {
      this.#signals.set(key, { resolve, reject });
    });
    try {
      await Promise.all([
        this.#send({ ...bus, member: 'AddMatch', signature: 's', args }).then(() => start()),
        signal,
      ]);
      return (await signal).body();
    } finally {
      this.#signals.delete(key);
    }
  }

  close(): void {
    this.#fail(new Failure('storage', 'The connection to the session bus is closed'));
  }

  #send(call: BusCall): Promise<BusMessage> {
    this.#lastSerial += 1;
    return this.#answer(this.#lastSerial, encodeCall(call, this.#lastSerial));
  }

  #answer(serial: number, question: string | Buffer): Promise<BusMessage> {
    return new Promise((resolve, reject) => {
      if (this.#end) {
        reject(this.#end);
        return;
      }
      const timer = setTimeout(() => {
        this.#fail(new Failure('storage', 'The session bus does not answer'));
      }, this.#callMs);
      this.#calls.set(serial, {
        resolve: (message) => {
          clearTimeout(timer);
          resolve(message);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      this.#socket.write(question);
    });
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    try {
      while (this.#lines < handshake.length ? this.#takeLine() : this.#takeMessage());
    } catch (error) {
      this.#fail(Failure.is(error) ? error : new Failure('malformed', 'D-Bus', { cause: error }));
    }
  }

  /** Reads one line of the handshake. Returns false while it is not complete. */
  #takeLine(): boolean {
    const end = this.#received.indexOf('\r\n');
    if (end === -1 && this.#received.length < maxLineBytes) return false;
    const line = this.#received.toString('latin1', 0, end);
    if (handshake[this.#lines]?.test(line) !== true)
      throw new Failure('storage', 'The session bus refuses the user of this process');
    this.#received = this.#received.subarray(end + 2);
    this.#lines += 1;
    if (this.#lines === handshake.length) this.#settle(0, noMessage);
    return true;
  }

  #takeMessage(): boolean {
    const length = messageLength(this.#received);
    if (length === undefined || this.#received.length < length) return false;
    const message = decodeMessage(this.#received.subarray(0, length));
    this.#received = this.#received.subarray(length);
    if (message.kind === 'signal') this.#signals.get(keyOf(message))?.resolve(message);
    else if (message.replyTo !== undefined) this.#settle(message.replyTo, message);
    return true;
  }

  #settle(serial: number, message: BusMessage): void {
    const waiter = this.#calls.get(serial);
    this.#calls.delete(serial);
    if (message.kind === 'error')
      waiter?.reject(new Failure('storage', `The session bus answers ${message.errorName ?? 'an error'}`));
    else waiter?.resolve(message);
  }

  /** Ends the connection and everything that waits for it. Only the first failure counts. */
  #fail(failure: Failure): void {
    this.#end ??= failure;
    const waiters = [...this.#calls.values(), ...this.#signals.values()];
    this.#calls.clear();
    this.#signals.clear();
    this.#socket.destroy();
    for (const waiter of waiters) waiter.reject(this.#end);
  }
}

/** The message with which the handshake resolves, because it receives none. */
const noMessage = {
  kind: 'reply',
  serial: 0,
  replyTo: undefined,
  path: undefined,
  interface: undefined,
  member: undefined,
  errorName: undefined,
  body: () => [],
} as const satisfies BusMessage;

const keyOf = ({ path, interface: name, member }: Partial<Pick<BusMessage, keyof SignalSource>>): string =>
  JSON.stringify([path, name, member]);

/**
 * Returns the socket of the session bus: the first one on this machine that the environment names, else the one where
 * systemd places it. Addresses that start a program or lead to another machine are not used.
 *
 * @throws {Failure} `storage` if the environment names none.
 */
function socketOf(env: NodeJS.ProcessEnv): string {
  const named = variable(env, 'DBUS_SESSION_BUS_ADDRESS');
  if (named === undefined) {
    const folder = variable(env, 'XDG_RUNTIME_DIR') ?? `/run/user/${process.getuid?.() ?? 0}`;
    return `${folder}/bus`;
  }
  for (const address of named.split(';')) {
    const [, kind, value] = /^unix:(?:[^,]*,)*(path|abstract)=([^,]+)/.exec(address) ?? [];
    if (value !== undefined && /^(?:[^%]|%[\da-f]{2})+$/i.test(value))
      return `${kind === 'abstract' ? '\0' : ''}${unescape(value)}`;
  }
  throw new Failure('storage', 'DBUS_SESSION_BUS_ADDRESS names no socket of this machine');
}

/** Decodes `%` and two hexadecimal digits, which stand for all bytes but letters, digits and a few signs. */
function unescape(value: string): string {
  const bytes = value.replaceAll(/%([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
