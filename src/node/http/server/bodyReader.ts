import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressGroup } from './addressGroup.ts';

/** The peer closed the connection within its request. The server cannot answer and has nothing to report. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Status for a body that is not read: 413 if it is too large, 503 if the server's budget is used up. */
type RefusedBody = 413 | 503;

/** Bytes reserved for the beginning of a body of unknown length. */
const firstBytes = 4096;

/** One body within the budget. It is one buffer, because one-byte chunks would take a hundred times their length. */
class HeldBody {
  readonly group: string;
  /** Gives up a body that is still being read; undefined once it is complete. */
  cut: (() => void) | undefined;
  #buffer = Buffer.alloc(0);
  #size = 0;

  constructor(group: string) {
    this.group = group;
  }

  /** Bytes that are reserved for this body. */
  get bytes(): number {
    return this.#buffer.length;
  }

  get size(): number {
    return this.#size;
  }

  get content(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  /** Bytes to reserve before `more` bytes can be added. */
  lengthFor(more: number, maxBytes: number): number {
    const needed = this.#size + more;
    if (needed <= this.#buffer.length) return this.#buffer.length;
    return Math.min(maxBytes, Math.max(needed, 2 * this.#buffer.length, firstBytes));
  }

  /** @param length the result of `lengthFor` */
  add(chunk: Buffer, length: number): void {
    if (length > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(length);
      this.#buffer.copy(grown, 0, 0, this.#size);
      this.#buffer = grown;
    }
    chunk.copy(this.#buffer, this.#size);
    this.#size += chunk.length;
  }

  drop(): void {
    this.#buffer = Buffer.alloc(0);
    this.#size = 0;
  }
}

/**
 * Reads request bodies within one budget for all requests of a server, because a peer that may send one request may
 * send many. A body counts until its request is answered. When the budget is used up, the oldest unfinished body of
 * the address that holds most is given up: a well-behaved client sends its body within milliseconds.
 */
export class BodyReader {
  readonly #budget: number;
  /** Oldest first. */
  readonly #held = new Set<HeldBody>();
  #bytes = 0;

  /** @param budget bytes of all bodies together */
  constructor(budget: number) {
    this.#budget = budget;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Reads a body of at most `maxBytes`. The rest of a refused one is dropped as it arrives, within the server's time for a
   * request: a connection that ends with unread bytes is reset, and the sender may lose the answer.
   * @throws {ClientGone} if the connection breaks
   */
  read(request: IncomingMessage, response: ServerResponse, maxBytes: number): Promise<Buffer | RefusedBody> {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(413);
    const held = new HeldBody(addressGroup(request.socket.remoteAddress));
    return new Promise((resolve, reject) => {
      const end = (result: Buffer | RefusedBody | ClientGone): void => {
        request.off('data', take).off('end', complete).off('close', broken);
        held.cut = undefined;
        if (!Buffer.isBuffer(result)) this.#release(held);
        if (result instanceof ClientGone) reject(result);
        else resolve(result);
      };
      const take = (chunk: Buffer): void => {
        if (held.size + chunk.length > maxBytes) {
          end(413);
          return;
        }
        const length = held.lengthFor(chunk.length, maxBytes);
        if (this.#reserve(held, length)) held.add(chunk, length);
        else end(503);
      };
      const complete = (): void => end(held.content);
      const broken = (): void => end(new ClientGone('The connection ended within a request'));
      // An aborted request is an error of its stream, and `close` follows.
      request.on('error', () => undefined);
      if (request.destroyed) {
        broken();
        return;
      }
      held.cut = () => end(503);
      this.#held.add(held);
      response.once('close', () => this.#release(held));
      request.on('data', take).on('end', complete).on('close', broken);
    });
  }

  /** Reserves `bytes` in total for a body, giving up other bodies for it. Returns whether they are reserved. */
  #reserve(held: HeldBody, bytes: number): boolean {
    while (this.#bytes - held.bytes + bytes > this.#budget) {
      const body = this.#bodyToCut();
      if (!body || body === held) return false;
      body.cut?.();
    }
    this.#bytes += bytes - held.bytes;
    return true;
  }

  /** Returns the oldest unfinished body of the address that holds most; undefined if all are complete. */
  #bodyToCut(): HeldBody | undefined {
    const sums = new Map<string, number>();
    for (const { group, bytes } of this.#held) sums.set(group, (sums.get(group) ?? 0) + bytes);
    const sumOf = ({ group }: HeldBody): number => sums.get(group) ?? 0;
    let body: HeldBody | undefined;
    for (const held of this.#held)
      if (held.cut && held.bytes > 0 && (!body || sumOf(held) > sumOf(body))) body = held;
    return body;
  }

  #release(held: HeldBody): void {
    if (!this.#held.delete(held)) return;
    this.#bytes -= held.bytes;
    held.drop();
  }
}
