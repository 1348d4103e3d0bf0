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

/**
 * Answers one delivery of a platform: 204 after the push event is stored, also if it was stored before; 429 if the address
 * has sent too many without a signature; 503 if a shared log cannot be reached. The platform records both as failed deliveries.
 */
export async function answerDelivery(
  { receiver, bodies, store, quota, metrics, onAuthenticated }: DeliveryOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number, result: string, headers: Record<string, string> = {}): void => {
    metrics.add('deliveries_total', 1, result);
    response.writeHead(status, headers).end();
  };
  if (request.method !== 'POST') {
    refuse(405, 'refused');
    return;
  }
  const waitSeconds = receiver.needsSignature ? 0 : quota.take(addressGroup(request.socket.remoteAddress));
  if (waitSeconds > 0) {
    refuse(429, 'tooMany', { 'Retry-After': String(waitSeconds) });
    return;
  }
  const headers = headersOf(request);
  const unsigned = receiver.refuseUnsigned(headers);
  if (unsigned) {
    refuse(statusOf(unsigned), unsigned.reason);
    return;
  }
  const body = await bodies.read(request, response, maxDeliveryBytes);
  if (!Buffer.isBuffer(body)) {
    refuse(body, 'refused');
    return;
  }
  const received = receiver.receive(headers, body);
  if (received.kind !== 'accepted') {
    refuse(statusOf(received), received.kind === 'ignored' ? received.reason : 'malformed');
    return;
  }
  const project = received.payload.project.key;
  if (project === undefined) {
    refuse(400, 'malformed');
    return;
  }
  if (receiver.needsSignature) onAuthenticated(request);
  const before = performance.now();
  try {
    const isNew = await store.log.append({
      project: opaqueProjectId(store.salt, project),
      digest: received.digest,
    });
    metrics.add('append_seconds_total', (performance.now() - before) / 1000);
    metrics.add('deliveries_total', 1, isNew ? 'accepted' : 'repeated');
    if (isNew) metrics.add('push_events_total');
    response.writeHead(204).end();
  } catch (error) {
    if (!Failure.is(error, 'unavailable')) throw error;
    refuse(503, 'logAway');
  }
}
