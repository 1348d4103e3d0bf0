import type { IncomingMessage, ServerResponse } from 'node:http';
import { relayPaths } from '../core/push/pushEvents.ts';
import { ClientGone } from '../node/http/server/bodyReader.ts';
import { isForeignHost, isFromBrowser } from '../node/http/server/requestGuard.ts';
import type { DeliveryEndpoint } from './deliveryEndpoint.ts';
import type { Metrics } from './metrics.ts';
import type { PushLog } from './pushLog.ts';
import type { StreamEndpoint } from './streamEndpoint.ts';

interface EndpointOptions {
  readonly deliveries: DeliveryEndpoint;
  readonly streams: StreamEndpoint;
  readonly log: PushLog;
  /** Returns whether a name in a Host header belongs to the relay. Undefined disables the check. */
  readonly isOwnHost: ((name: string) => boolean) | undefined;
  readonly metrics: Metrics;
  readonly onError: (error: unknown) => void;
}

/** Routes the HTTP requests to a relay, and answers those for health and metrics. */
export class Endpoint {
  readonly #options: EndpointOptions;

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  /** Answers a request. Never rejects: errors are reported, and answered with 500 if possible. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { deliveries, streams, metrics, onError } = this.#options;
    try {
      const path = request.url?.replace(/\?.*/, '');
      if (this.#isForeign(request)) finish(response, 403, { Connection: 'close' });
      else if (path === relayPaths.webhook) await deliveries.answer(request, response);
      else if (request.method !== 'GET') finish(response, 405);
      else if (path === relayPaths.pushEvents || path === relayPaths.formerPushEvents)
        await streams.answer(request, response);
      else if (path === relayPaths.health) this.#answerHealth(response);
      else if (path === relayPaths.metrics) this.#answerMetrics(response);
      else finish(response, 404);
    } catch (error) {
      if (error instanceof ClientGone || response.headersSent) response.destroy();
      else finish(response, 500);
      if (error instanceof ClientGone) return;
      metrics.add('errors_total');
      onError(error);
    }
  }

  /**
   * Returns whether a request comes from a web page, which has no reason to call a relay. `isForeignHost` detects a
   * page that rebinds DNS.
   */
  #isForeign({ headers, method }: IncomingMessage): boolean {
    const { isOwnHost } = this.#options;
    if (isOwnHost && isForeignHost(headers, isOwnHost)) return true;
    return method === 'POST' && isFromBrowser(headers);
  }

  /** Answers 503 while a load balancer should choose another relay: during the shutdown, and while NATS is unreachable. */
  #answerHealth(response: ServerResponse): void {
    const { streams, log } = this.#options;
    const status = streams.isDraining ? 'draining' : log.isAvailable ? 'ok' : 'logAway';
    const body = JSON.stringify({ status, streams: streams.count, lastSequence: log.last });
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
    response.writeHead(status === 'ok' ? 200 : 503, headers).end(`${body}\n`);
  }

  #answerMetrics(response: ServerResponse): void {
    const { metrics, streams, log } = this.#options;
    metrics.set('streams', streams.count);
    metrics.set('streams_behind', streams.behind);
    metrics.set('log_last_sequence', log.last);
    metrics.set('log_available', log.isAvailable ? 1 : 0);
    metrics.set('log_lag', log.lag);
    metrics.set('log_reconnects_total', log.reconnects);
    const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
    response.writeHead(200, headers).end(String(metrics));
  }
}

function finish(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end();
}
