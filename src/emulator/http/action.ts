import type { Rights } from '../auth/rights.ts';
import type { Platform } from '../platform.ts';
import type { Json } from './json.ts';
import type { Parameters, Values } from './parameters.ts';

/** One request that has passed routing, authentication and parameter checks. */
export interface Call<V> {
  readonly platform: Platform;
  /** Who asks, and what they may do. */
  readonly rights: Rights;
  /** What came as `Authorization`; only actions that ignore credentials ever see `bad`. */
  readonly credentials: 'none' | 'bad' | 'good';
  readonly values: V;
  /** What the client accepts; anything, where it doesn't say. */
  readonly accept: string;
  /** Raw parts of a multipart body, by name. */
  readonly parts: ReadonlyMap<string, Uint8Array>;
  /** A JSON body; `undefined` where none came. */
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

/** An answer that goes on until the client leaves. */
export class EventStream {
  /** Starts sending; the result stops it. */
  readonly open: (write: (chunk: string) => void) => () => void;

  constructor(open: EventStream['open']) {
    this.open = open;
  }
}

/** What a handler returns; nothing at all is 204. */
export type Answer = Json | Text | EventStream;

export interface Action {
  /** `controller/action`, below `/api/`. */
  readonly path: string;
  /** Answered at the root of the address instead: on the cloud these paths have a host of their own. */
  readonly host?: 'v2';
  readonly method: 'GET' | 'POST' | 'ANY';
  readonly parameters: Parameters;
  /** Where the action exists; everywhere when absent. */
  readonly only?: 'cloud' | 'branches' | 'v2' | 'agentFeatures';
  /** Credentials are not looked at (`ignore`), or may be missing (`optional`); needed otherwise. */
  readonly credentials?: 'ignore' | 'optional';
  readonly answer: (call: Call<Readonly<Record<string, unknown>>>) => Answer | Promise<Answer>;
}

interface ActionDefinition<P extends Parameters> extends Omit<Action, 'parameters' | 'answer'> {
  readonly parameters: P;
  readonly answer: (call: Call<Values<P>>) => Answer | Promise<Answer>;
}

/** Declares an action; the handler sees its parameters with the types that their checks give. */
export function action<const P extends Parameters>(definition: ActionDefinition<P>): Action {
  // The router fills `values` by `parameters`, so the handler gets what it declares.
  return definition as unknown as Action;
}
