import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '../core/failures.ts';
import { opaqueProjectId } from '../core/push/pushEvents.ts';
import type { WebhookReceiver } from '../core/webhooks/receiver.ts';
import { addressGroup } from '../node/http/server/addressGroup.ts';
import type { BodyReader } from '../node/http/server/bodyReader.ts';
import type { RateQuota } from '../node/http/server/rateQuota.ts';
import { headersOf, maxDeliveryBytes, statusOf } from '../node/http/webhookListener.ts';
import type { Metrics } from './metrics.ts';
import type { RelayStore } from './relayStore.ts';

export interface DeliveryOptions {
  readonly receiver: WebhookReceiver;
  readonly store: Pick<RelayStore, 'log' | 'salt'>;
  readonly bodies: BodyReader;
  /**
   * Unsigned deliveries per address. Signed ones are not limited: behind a load balancer, a stranger shares the address of
   * the platform and would use up its deliveries.
   */
  readonly quota: RateQuota;
  /** Called for a request with a valid signature. */
  readonly onAuthenticated: (request: IncomingMessage) => void;
  readonly metrics: Metrics;
}

interface Answer {
  readonly status: number;
  /** The label of the metric. */
  readonly result: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Answers one delivery of a platform: 204 after the push event is stored, also if it was stored before; 429 if the address
 * has sent too many without a signature; 503 if a shared log cannot be reached. The platform records both as failed deliveries.
 */
export async function answerDelivery(
  options: DeliveryOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, result, headers = {} } = await receive(options, request, response);
  options.metrics.add('deliveries_total', 1, result);
  response.writeHead(status, headers).end();
}

async function receive(
  { receiver, bodies, store, quota, metrics, onAuthenticated }: DeliveryOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Answer> {
  if (request.method !== 'POST') return { status: 405, result: 'refused' };
  const waitSeconds = receiver.needsSignature ? 0 : quota.take(addressGroup(request.socket.remoteAddress));
  if (waitSeconds > 0)
    return { status: 429, result: 'tooMany', headers: { 'Retry-After': String(waitSeconds) } };
  const headers = headersOf(request);
  const unsigned = receiver.refuseUnsigned(headers);
  if (unsigned) return { status: statusOf(unsigned), result: unsigned.reason };
  const body = await bodies.read(request, response, maxDeliveryBytes);
  if (!Buffer.isBuffer(body)) return { status: body, result: 'refused' };
  const received = receiver.receive(headers, body);
  if (received.kind !== 'accepted') {
    const result = received.kind === 'ignored' ? received.reason : 'malformed';
    return { status: statusOf(received), result };
  }
  const project = received.payload.project.key;
  if (project === undefined) return { status: 400, result: 'malformed' };
  if (receiver.needsSignature) onAuthenticated(request);
  const before = performance.now();
  try {
    const isNew = await store.log.append({
      project: opaqueProjectId(store.salt, project),
      digest: received.digest,
    });
    metrics.add('append_seconds_total', (performance.now() - before) / 1000);
    if (isNew) metrics.add('push_events_total');
    return { status: 204, result: isNew ? 'accepted' : 'repeated' };
  } catch (error) {
    if (!Failure.is(error, 'unavailable')) throw error;
    return { status: 503, result: 'logAway' };
  }
}
