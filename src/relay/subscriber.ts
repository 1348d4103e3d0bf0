import type { ServerResponse } from 'node:http';
import { formatLogPosition, relayEvents, type PushEvent, type Handshake } from '../core/push/pushEvents.ts';

/**
 * The stream of one editor. It is *live* while its reader keeps up. It is *behind* once a write does not fit into the
 * connection's buffer: the relay then writes no more until the buffer is empty, and the push events wait in the log. So a
 * slow reader costs no more than that buffer.
 */
export class Subscriber {
  readonly keyId: string;
  /** Opaque ids of the projects whose push events it receives. */
  readonly projects: ReadonlySet<string>;
  readonly #response: ServerResponse;
  readonly #log: string;
  /** All push events up to this sequence are written, or belong to other projects. */
  position: number;
  /** The time since which it is behind, in milliseconds of the relay's clock; undefined while it is live. */
  behindSince: number | undefined;

  constructor(
    response: ServerResponse,
    place: Pick<Subscriber, 'keyId' | 'projects' | 'position'> & { readonly log: string },
  ) {
    this.#response = response;
    this.keyId = place.keyId;
    this.projects = place.projects;
    this.#log = place.log;
    this.position = place.position;
  }

  /**
   * Writes the headers and the handshake.
   * @param retryMs the delay after which the editor reconnects if the stream is lost
   */
  open(handshake: Handshake, retryMs: number): void {
    this.#response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // Without this header nginx would hold push events back until they fill its buffer.
      'X-Accel-Buffering': 'no',
    });
    this.write(`retry: ${retryMs}\n${this.#idLine()}${handshakeText(handshake)}`);
  }

  /** Writes text, and returns whether the reader keeps up. */
  write(text: string): boolean {
    return this.#response.write(text);
  }

  /**
   * Writes a heartbeat, and returns whether the reader keeps up. It also updates the place at which the editor resumes,
   * because the log deletes old push events, and a project with few push events would keep an old place.
   */
  heartbeat(): boolean {
    return this.write(`${this.#idLine()}\n`);
  }

  #idLine(): string {
    return `id: ${formatLogPosition({ log: this.#log, sequence: this.position })}\n`;
  }

  /** Calls `resume` once, when the connection's buffer is empty. */
  onceDrained(resume: () => void): void {
    this.#response.once('drain', resume);
  }

  /** Ends the stream, and asks the editor to reconnect after `retryMs` milliseconds. */
  end(retryMs: number): void {
    this.#response.end(`retry: ${retryMs}\n\n`);
  }

  /** Closes the connection of a reader that does not read. */
  destroy(): void {
    this.#response.destroy();
  }
}

export function pushEventText(log: string, pushEvent: PushEvent, spreadMs: number): string {
  const id = formatLogPosition({ log, sequence: pushEvent.sequence });
  return `id: ${id}\n${eventText(relayEvents.pushEvent, { ...pushEvent, spreadMs })}`;
}

export function handshakeText(handshake: Handshake): string {
  return eventText(relayEvents.handshake, handshake);
}

export const gapText = eventText(relayEvents.gap, {});

function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
