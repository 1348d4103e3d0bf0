import type { Rights } from '../auth/rights.ts';
import type { ServerContext } from '../serverContext.ts';
import type { Json } from './formats.ts';
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

type Options = Partial<Pick<Endpoint, 'host' | 'only' | 'credentials'>>;

/** Declares an endpoint. Its handler gets the parameters with the types that their checks return. */
type Declare = <const P extends Parameters>(
  path: string | (Options & Pick<Endpoint, 'path'>),
  parameters: P,
  answer: (call: Call<Values<P>>) => EndpointAnswer | Promise<EndpointAnswer>,
) => Endpoint;

const declare =
  (method: Endpoint['method']): Declare =>
  (path, parameters, answer) => ({
    ...(typeof path === 'string' ? { path } : path),
    method,
    parameters,
    // The router fills `values` according to `parameters`, so the handler gets the declared types.
    answer: answer as unknown as Endpoint['answer'],
  });

export const get = declare('GET');
export const post = declare('POST');
