import type { Rights } from '../auth/rights.ts';
import type { ServerContext } from '../serverContext.ts';
import type { Json } from './json.ts';
import type { Parameters, Values } from './parameters.ts';

/** One request that has passed routing, authentication and parameter checks. */
export interface Call<V> {
  readonly server: ServerContext;
  readonly rights: Rights;
  readonly values: V;
  /** Raw parts of a multipart body, by name. */
  readonly parts: ReadonlyMap<string, Uint8Array>;
  /** A JSON body; `undefined` when the request has none. */
  readonly json: unknown;
}

export class Text {
  readonly body: string;
  readonly type: string;

  constructor(body: string, type = 'text/plain') {
    this.body = body;
    this.type = type;
  }
}

/** The result of a handler; `undefined` is answered with 204. */
export type EndpointAnswer = Json | Text;

export interface Endpoint {
  /** `controller/action`, below `/api/`. */
  readonly path: string;
  /** Served at the root of the address instead. On the cloud these paths have a separate host. */
  readonly host?: 'v2';
  readonly method: 'GET' | 'POST';
  readonly parameters: Parameters;
  /** Platforms that have the endpoint; all when absent. */
  readonly only?: 'cloud' | 'branches' | 'agentFeatures';
  /** Credentials are ignored (`ignore`) or may be missing (`optional`); otherwise they are required. */
  readonly credentials?: 'ignore' | 'optional';
  readonly answer: (
    call: Call<Readonly<Record<string, unknown>>>,
  ) => EndpointAnswer | Promise<EndpointAnswer>;
}

interface EndpointDefinition<P extends Parameters> extends Omit<Endpoint, 'parameters' | 'answer'> {
  readonly parameters: P;
  readonly answer: (call: Call<Values<P>>) => EndpointAnswer | Promise<EndpointAnswer>;
}

/** Declares an endpoint. The handler gets its parameters with the types that their checks return. */
export function endpoint<const P extends Parameters>(definition: EndpointDefinition<P>): Endpoint {
  // The router fills `values` according to `parameters`, so the handler gets the declared types.
  return definition as unknown as Endpoint;
}
