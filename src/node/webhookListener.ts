import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure } from '../core/failures.ts';
import type { Received, WebhookReceiver } from '../core/webhooks/receiver.ts';

export interface WebhookListenerOptions {
  readonly receiver: WebhookReceiver;
  /** Called for every delivery after it was answered, one at a time, in order. An accepted one counts as handled when this resolves. */
  readonly onDelivery: (received: Received, body: Buffer) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Begins with a slash. */
  readonly path: string;
}

export interface WebhookListener {
  readonly url: string;
  /** Refuses new deliveries and resolves when the last one taken is dealt with. */
  stop(): Promise<void>;
}

/** A payload has a few KiB. */
const maxBytes = 1024 * 1024;
/** The sender gives up after 10 s, and a slow receiver holds up its analyses. */
const requestTimeoutMs = 10_000;

/** Limits of a server that takes deliveries. */
export const listenerLimits = {
  requestTimeout: requestTimeoutMs,
  headersTimeout: requestTimeoutMs,
  connectionsCheckingInterval: 1000,
} as const;

const statuses = {
  accepted: 204,
  repeated: 204,
  unsigned: 401,
  wrongSignature: 401,
  malformed: 400,
} as const;

/** What the sender is answered. */
export function statusOf(received: Received): number {
  return statuses[received.kind === 'ignored' ? received.reason : received.kind];
}

/** Takes deliveries over HTTP. Answers as soon as the body is judged; the work comes after the answer. Rejects with `busy` where the port is taken. */
export async function listenForWebhooks(options: WebhookListenerOptions): Promise<WebhookListener> {
  const { receiver, onDelivery, onError, host = '127.0.0.1', port, path } = options;
  let work = Promise.resolve();

  const deliver = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = request.url?.replace(/\?.*/, '') === path ? await readDelivery(request) : 404;
    if (typeof body === 'number') {
      response.writeHead(body, { Connection: 'close' }).end();
      return;
    }
    const received = receiver.receive(headersOf(request), body);
    response.writeHead(statusOf(received)).end();
    work = work
      .then(() => onDelivery(received, body))
      .then(() => {
        if (received.kind === 'accepted') receiver.handled(received.digest);
      })
      .catch(onError);
  };

  const server = createServer(listenerLimits);
  server.on('request', (request, response) => {
    deliver(request, response).catch((error: unknown) => {
      // The sender went away in the middle: there is nobody to answer.
      response.destroy();
      onError(error);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(new Failure('busy', `Port ${port} of ${host} is not free`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}${path}`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      await work;
    },
  };
}

/** The bytes of a delivery, or the status that refuses the request; of a body that is too large the rest is not read. */
export async function readDelivery(request: IncomingMessage): Promise<Buffer | 405 | 413> {
  if (request.method !== 'POST') return 405;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return 413;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** As a receiver takes them: names in lower case, one value each. */
export function headersOf({ headers }: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
