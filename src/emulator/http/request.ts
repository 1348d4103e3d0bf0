import type { Exchange } from './server.ts';
import { badRequest } from './errors.ts';

/** The input of a request, independent of its encoding. */
export interface Input {
  /** First value of each parameter, trimmed. Parameters of the query have priority over those of the body. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly parts: ReadonlyMap<string, Uint8Array>;
  /** The parsed JSON body. */
  readonly json: unknown;
}

/** Reads the query and, for a POST, a form, multipart or JSON body. */
export async function readInput(exchange: Exchange, query: string): Promise<Input> {
  const parameters = new Map<string, string>();
  const parts = new Map<string, Uint8Array>();
  add(parameters, new URLSearchParams(query));
  const type = exchange.headers['content-type'] ?? '';
  let json: unknown;
  if (exchange.method === 'POST' && exchange.body.length > 0) {
    if (type.startsWith('application/x-www-form-urlencoded'))
      add(parameters, new URLSearchParams(Buffer.from(exchange.body).toString('utf8')));
    else if (type.startsWith('multipart/form-data')) await addForm(exchange.body, type, parameters, parts);
    else if (type.startsWith('application/json')) json = parseJson(exchange.body);
  }
  return { parameters, parts, json };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    // The answer states that the body is not JSON; the parser's message would only add a position.
    throw badRequest('The body is no JSON');
  }
}

function add(parameters: Map<string, string>, source: Iterable<[string, string]>): void {
  for (const [name, value] of source) if (!parameters.has(name)) parameters.set(name, value.trim());
}

async function addForm(
  body: Uint8Array,
  type: string,
  parameters: Map<string, string>,
  parts: Map<string, Uint8Array>,
): Promise<void> {
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } })
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- for bodies of any size; this one is in memory and bounded
    .formData()
    .catch(() => undefined);
  if (!form) throw badRequest('The body is no multipart/form-data');
  for (const [name, value] of form)
    if (typeof value === 'string') add(parameters, [[name, value]]);
    else parts.set(name, new Uint8Array(await value.arrayBuffer()));
}
