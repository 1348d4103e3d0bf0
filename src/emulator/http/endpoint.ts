import type { Rights } from '../auth/rights.ts';
import type { ServerContext } from '../serverContext.ts';
import type { Json } from './json.ts';
import type { Parameters, Values } from './parameters.ts';

/** One request that has passed routing, authentication and parameter checks. */
export interface Call<V> {
  readonly server: ServerContext;
  /** Rights of the caller. */
  readonly rights: Rights;
  /** Result of checking the `Authorization` header; only endpoints that ignore credentials receive `bad`. */
  readonly credentials: 'none' | 'bad' | 'good';
  readonly values: V;
  /** The `Accept` header, by default any type. */
  readonly accept: string;
  /** Raw parts of a multipart body, by name. */
  readonly parts: ReadonlyMap<string, Uint8Array>;
  /** A JSON body; `undefined` when the request has none. */
  readonly json: unknown;
}

/** An answer that is not JSON. */
export class Text {
  readonly body: string;
  readonly type: string;

  constructor(body: string, type = 'text/plain') {
    this.body = body;
    this.type = type;
  }
}

/** An answer that lasts until the client disconnects. */
export class EventStream {
  /** Starts sending; the returned function stops it. */
  readonly open: (write: (chunk: string) => void) => () => void;

  constructor(open: EventStream['open']) {
    this.open = open;
  }
}

/** The result of a handler; `undefined` is answered with 204. */
export type Answer = Json | Text | EventStream;

export interface Endpoint {
  /** `controller/action`, below `/api/`. */
  readonly path: string;
  /** Served at the root of the address instead. On the cloud these paths have a separate host. */
  readonly host?: 'v2';
  readonly method: 'GET' | 'POST' | 'ANY';
  readonly parameters: Parameters;
  /** Platforms that have the endpoint; all when absent. */
  readonly only?: 'cloud' | 'branches' | 'v2' | 'agentFeatures';
  /** Credentials are ignored (`ignore`) or may be missing (`optional`); otherwise they are required. */
  readonly credentials?: 'ignore' | 'optional';
  readonly answer: (call: Call<Readonly<Record<string, unknown>>>) => Answer | Promise<Answer>;
}

interface EndpointDefinition<P extends Parameters> extends Omit<Endpoint, 'parameters' | 'answer'> {
  readonly parameters: P;
  readonly answer: (call: Call<Values<P>>) => Answer | Promise<Answer>;
}

/** Declares an endpoint. The handler gets its parameters with the types that their checks return. */
export function endpoint<const P extends Parameters>(definition: EndpointDefinition<P>): Endpoint {
  // The router fills `values` according to `parameters`, so the handler gets the declared types.
  return definition as unknown as Endpoint;
}
