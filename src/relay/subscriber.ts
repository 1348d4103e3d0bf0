import type { ServerResponse } from 'node:http';
import { placeText, relayEvents, type Doorbell, type Hello } from '../core/push/doorbell.ts';

/**
 * One editor's stream. It is *live* while its reader keeps up, and *behind* from the moment a write does not fit into
 * the connection's buffer: then nothing more is written, the doorbells wait in the log, and what a slow reader costs is
 * that one buffer.
 */
export class Subscriber {
  readonly keyId: string;
  /** Opaque ids of the projects it hears. */
  readonly projects: ReadonlySet<string>;
  readonly #response: ServerResponse;
  readonly #log: string;
  /** Everything up to this sequence is written or does not concern it. */
  position: number;
  /** Undefined while it is live; else since when it is behind, milliseconds of the relay's clock. */
  behindSince: number | undefined;

  constructor(
    response: ServerResponse,
    place: {
      readonly keyId: string;
      readonly projects: ReadonlySet<string>;
      readonly log: string;
      position: number;
    },
  ) {
    this.#response = response;
    this.keyId = place.keyId;
    this.projects = place.projects;
    this.#log = place.log;
    this.position = place.position;
  }

  /** Whether the reader keeps up. The status line goes with it. @param retryMs after which a lost stream comes back */
  greet(hello: Hello, retryMs: number): boolean {
    this.#response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would collect doorbells until they fill its buffer.
      'X-Accel-Buffering': 'no',
    });
    const id = placeText({ log: this.#log, sequence: this.position });
    return this.write(`retry: ${retryMs}\nid: ${id}\n${eventText(relayEvents.hello, hello)}`);
  }

  /** Whether the reader keeps up. */
  write(text: string): boolean {
    return this.#response.write(text);
  }

  /** A sign of life, which also moves the place to come back to: the log forgets, and a quiet project has few doorbells. */
  beat(): boolean {
    return this.write(`id: ${placeText({ log: this.#log, sequence: this.position })}\n\n`);
  }

  /** Calls once, when everything written has left the buffer. */
  onceDrained(resume: () => void): void {
    this.#response.once('drain', resume);
  }

  /** Ends in good order: the editor comes back when it was asked to. */
  end(retryMs: number): void {
    this.#response.end(`retry: ${retryMs}\n\n`);
  }

  /** Ends a reader that does not read. */
  destroy(): void {
    this.#response.destroy();
  }
}

/** The text of a doorbell, the same for all who hear it. */
export function doorbellText(log: string, doorbell: Doorbell, spreadMs: number): string {
  const id = placeText({ log, sequence: doorbell.sequence });
  return `id: ${id}\n${eventText(relayEvents.doorbell, { ...doorbell, spreadMs })}`;
}

export const gapText = eventText(relayEvents.gap, {});

function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
