import type { Clock } from '../../src/core/clock.ts';
import { Failure } from '../../src/core/failures.ts';
import type { Http, HttpRequest, HttpResponse } from '../../src/core/http.ts';
import { json, type ModelPlatform } from './modelPlatform.ts';

export const faults = [
  'refused',
  /** Never answers, and takes no notice of being cancelled. */
  'silent',
  /** The request arrives, the answer does not. */
  'reset',
  'unauthorized',
  'forbidden',
  'rateLimited',
  'rateLimitedWithRetryAfter',
  'unavailable',
  'truncated',
  'html',
] as const;
/** A fault of the network or the platform during one exchange. */
export type Fault = 'none' | (typeof faults)[number];

export interface Exchange {
  readonly url: string;
  readonly fault: Fault;
  /** Elapsed time at which the platform gave its answer. */
  readonly at: number;
}

export interface FaultyHttpOptions {
  readonly platform: ModelPlatform;
  readonly clock: Clock & { readonly elapsed: number };
  /** Default: no fault. */
  readonly faultOf?: (request: HttpRequest) => Fault;
  /** Milliseconds each way. Default: 10. */
  readonly latency?: () => number;
}

/** The network between a window and the model, on virtual time. */
export class FaultyHttp implements Http {
  readonly exchanges: Exchange[] = [];
  readonly #options: FaultyHttpOptions;

  constructor(options: FaultyHttpOptions) {
    this.#options = options;
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    const { platform, clock, faultOf, latency = () => 10 } = this.#options;
    const fault = faultOf?.(request) ?? 'none';
    if (fault === 'silent') return new Promise(() => undefined);
    await this.#pass(latency());
    this.exchanges.push({ url: request.url, fault, at: clock.elapsed });
    if (fault === 'refused') throw new Failure('unreachable', 'connection refused');
    const answer = platform.answer(request);
    await this.#pass(latency());
    switch (fault) {
      case 'reset':
        throw new Failure('unreachable', 'connection reset');
      case 'unauthorized':
        return { status: 401, headers: {}, body: '' };
      case 'forbidden':
        return json(403, { errors: [{ msg: 'Insufficient privileges' }] });
      case 'rateLimited':
        return json(429, { errors: [{ msg: 'Rate limit exceeded' }] });
      case 'rateLimitedWithRetryAfter':
        return json(429, { errors: [{ msg: 'Rate limit exceeded' }] }, { 'retry-after': '300' });
      case 'unavailable':
        return { status: 503, headers: {}, body: '<html>Service Unavailable</html>' };
      case 'truncated':
        return { ...answer, body: answer.body.slice(0, -4) };
      case 'html':
        return { status: 200, headers: {}, body: '<html>Log in to the proxy</html>' };
      case 'none':
        return answer;
    }
  }

  #pass(ms: number): Promise<void> {
    return new Promise((resolve) => this.#options.clock.setTimer(ms, resolve));
  }
}
