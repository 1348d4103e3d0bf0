import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Received, WebhookReceiver } from '../../core/webhooks/receiver.ts';
import { addressGroup } from './server/addressGroup.ts';
import { HttpServer, type HttpLimits } from './server/httpServer.ts';
import { RateQuota } from './server/rateQuota.ts';
import { isForeignHost, isFromBrowser, isLoopbackAddress, ownHosts } from './server/requestGuard.ts';

interface WebhookListenerOptions {
  readonly receiver: WebhookReceiver;
  /**
   * Called for every delivery after it was answered: for accepted ones one at a time, in order, with the body; for the
   * others at once, with an empty body. When it rejects for an accepted delivery, the same delivery is accepted again
   * when it is repeated.
   */
  readonly onDelivery: (received: Received, body: Buffer) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Starts with a slash. */
  readonly path: string;
  /**
   * Names under which a client may call the listener, beyond those of the loopback. Names are checked only when
   * deliveries are not signed, and when the listener is on the loopback or names are given: a foreign page cannot make
   * a signature.
   */
  readonly allowedHosts?: readonly string[];
}

export interface WebhookListener {
  readonly url: string;
  /** Refuses new deliveries and resolves when the last accepted one is processed. */
  stop(): Promise<void>;
}

const defaultHost = '127.0.0.1';

/** Maximum bytes of a delivery. A payload has a few KiB. */
export const maxDeliveryBytes = 1024 * 1024;

/** The sender gives up after 10 s, and a slow receiver delays the analyses of the sender. */
export const deliveryLimits: Partial<HttpLimits> = { headMs: 10_000, requestMs: 10_000 };

/** Deliveries that wait for earlier ones, and their bytes. Further deliveries are refused with 503. */
const queueLimits = { deliveries: 1000, bytes: 32 * 1024 * 1024 };
/** Ignored deliveries that are reported per minute and address; further ones get 429 and no report. */
const ignoredPerMinute = 600;
/** Milliseconds for which `stop` waits for requests that are not complete. */
const drainMs = 2000;

const statuses = {
  accepted: 204,
  duplicate: 204,
  unsigned: 401,
  wrongSignature: 401,
  malformed: 400,
} as const;

export function statusOf(received: Received): number {
  return statuses[received.kind === 'ignored' ? received.reason : received.kind];
}

/** Answers a delivery once its body is checked, then calls `onDelivery`. Rejects with `busy` if the port is taken. */
export async function listenForWebhooks(options: WebhookListenerOptions): Promise<WebhookListener> {
  const { onError, host = defaultHost, port, path } = options;
  const deliveries = new Deliveries(options);
  const server = new HttpServer({
    handle: async (request, response) => {
      const status = await deliveries.take(request, response, server);
      if (response.headersSent) return;
      response.writeHead(status).end();
    },
    onError,
    limits: deliveryLimits,
  });
  const { origin } = await server.listen(port, host);
  return {
    url: `${origin}${path}`,
    stop: async () => {
      await server.close(drainMs);
      await deliveries.done();
    },
  };
}

class Deliveries {
  readonly #options: WebhookListenerOptions;
  readonly #ignored = new RateQuota(ignoredPerMinute, () => performance.now());
  #work = Promise.resolve();
  readonly #waiting = { deliveries: 0, bytes: 0 };

  constructor(options: WebhookListenerOptions) {
    this.#options = options;
  }

  /** @returns the status of the answer */
  async take(request: IncomingMessage, response: ServerResponse, server: HttpServer): Promise<number> {
    const { receiver, path } = this.#options;
    if (request.url?.replace(/\?.*/, '') !== path) return 404;
    if (request.method !== 'POST') return 405;
    if (this.#isFromPage(request)) return 403;
    const headers = headersOf(request);
    const unsigned = receiver.refuseUnsigned(headers);
    if (unsigned) return this.#ignore(unsigned, request);
    const body = await server.bodies.read(request, response, maxDeliveryBytes);
    if (!Buffer.isBuffer(body)) return body;
    if (this.#isFull(body)) return 503;
    const received = receiver.receive(headers, body);
    if (received.kind === 'ignored') return this.#ignore(received, request);
    if (receiver.needsSignature) server.confirm(request);
    if (received.kind === 'duplicate') this.#reportReceived(received);
    else this.#enqueue(received, body);
    return statusOf(received);
  }

  /** Resolves when every accepted delivery is processed. */
  done(): Promise<void> {
    return this.#work;
  }

  /**
   * Whether a web page sent the request; platforms are never browsers. Without a signature a page could make
   * deliveries: a page of another origin with a form or a request that needs no permission, a page that rebinds DNS
   * under its own name. A browser that is so old that it sends neither Origin nor Sec-Fetch-Site can send JSON only
   * with a form of these types.
   */
  #isFromPage({ headers }: IncomingMessage): boolean {
    if (isFromBrowser(headers)) return true;
    const { receiver, host = defaultHost, allowedHosts = [] } = this.#options;
    if (receiver.needsSignature) return false;
    if (/^(?:text\/plain|multipart\/form-data)/i.test(headers['content-type'] ?? '')) return true;
    // A listener that other machines reach has names that only their users know.
    const hasNames = isLoopbackAddress(host) || allowedHosts.length > 0;
    return hasNames && isForeignHost(headers, ownHosts(allowedHosts));
  }

  #isFull(body: Buffer): boolean {
    const { deliveries, bytes } = this.#waiting;
    return deliveries >= queueLimits.deliveries || bytes + body.length > queueLimits.bytes;
  }

  #ignore(received: Received, { socket }: IncomingMessage): number {
    if (this.#ignored.take(addressGroup(socket.remoteAddress)) > 0) return 429;
    this.#reportReceived(received);
    return statusOf(received);
  }

  /** Reports a delivery without its body, because an unverified body must not be kept while a command runs. */
  #reportReceived(received: Received): void {
    this.#options.onDelivery(received, Buffer.alloc(0)).catch(this.#options.onError);
  }

  #enqueue(received: Extract<Received, { kind: 'accepted' }>, body: Buffer): void {
    const { receiver, onDelivery, onError } = this.#options;
    this.#waiting.deliveries++;
    this.#waiting.bytes += body.length;
    this.#work = this.#work
      .then(() => onDelivery(received, body))
      .catch((error: unknown) => {
        onError(error);
        receiver.release(received.digest);
      })
      .catch(onError)
      .finally(() => {
        this.#waiting.deliveries--;
        this.#waiting.bytes -= body.length;
      });
  }
}

/** Returns the headers in the form that a receiver takes: names in lower case, one value each. */
export function headersOf({ headers }: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
