import type { Implementation, JSONRPCRequest } from '@modelcontextprotocol/server';
import { type Capabilities, declaredCapabilities } from './capabilities.ts';
import { isFields, type Fields } from '../../core/fields.ts';

const serverKey = 'io.modelcontextprotocol/serverInfo';

/**
 * Answers the handshake and the lists as the SDK does, but without it: many agents start the tool server and call no
 * tool, and the SDK's schemas cost more time and memory than everything else until then. It answers only messages with
 * the usual fields. Once it leaves a message to the SDK, the SDK must answer all that follow, too.
 */
export class PreparedAnswers {
  readonly #lists: Readonly<Record<string, object>>;
  readonly #identity: Implementation;
  readonly #instructions: string;
  /** The kind of the protocol that the client uses: with a handshake, or with requests that describe the client. */
  #era: 'handshake' | 'self-contained' | undefined;
  #opening: JSONRPCRequest | undefined;

  constructor({ name, title, version, instructions, tools, prompts, resources }: Capabilities) {
    this.#identity = { name, title, version };
    this.#instructions = instructions;
    this.#lists = {
      'tools/list': { tools: tools.map(({ listed }) => listed) },
      'prompts/list': { prompts: prompts.map(({ listed }) => listed) },
      'resources/list': { resources: resources.listed },
      'resources/templates/list': { resourceTemplates: resources.templates },
    };
  }

  /** The answered request that the SDK must process before the next message, to be in the same state. */
  get opening(): JSONRPCRequest | undefined {
    return this.#opening;
  }

  /** Returns the answers to a message: none to a notification. Returns undefined if the SDK must answer. */
  answersTo(value: unknown): readonly object[] | undefined {
    const request = plainRequestOf(value);
    if (!request) return undefined;
    const { id, method, params } = request;
    // The SDK does nothing when the client has initialized.
    if (id === undefined)
      return this.#era === 'handshake' && method === 'notifications/initialized' ? [] : undefined;
    const result = onlyDescribesClient(params)
      ? this.#resultOfSelfContained(request)
      : this.#resultInSession(request);
    return result && [{ result, jsonrpc: '2.0', id }];
  }

  #resultInSession(request: PlainRequest): object | undefined {
    const { method, params } = request;
    if (method === 'initialize') return this.#resultOfHandshake(request);
    if (this.#era !== 'handshake' || !hasNoParameters(params)) return undefined;
    return method === 'ping' ? {} : this.#listOf(method);
  }

  #resultOfHandshake({ params, message }: PlainRequest): object | undefined {
    const protocolVersion = this.#era === undefined ? handshakeVersionOf(params) : undefined;
    if (protocolVersion === undefined) return undefined;
    this.#era = 'handshake';
    this.#opening = message;
    const [serverInfo, instructions] = [this.#identity, this.#instructions];
    return { protocolVersion, capabilities: declaredCapabilities, serverInfo, instructions };
  }

  #resultOfSelfContained({ method, message }: PlainRequest): object | undefined {
    const discovers = method === 'server/discover';
    const result = discovers ? this.#discovery() : this.#listOf(method);
    if (this.#era === 'handshake' || !result) return undefined;
    this.#era = 'self-contained';
    // A client that has only discovered may still begin with a handshake.
    if (this.#opening === undefined || !discovers) this.#opening = message;
    const _meta = { [serverKey]: this.#identity };
    return { ...result, resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta };
  }

  #discovery(): object {
    const instructions = this.#instructions;
    return { supportedVersions: [selfContainedVersion], capabilities: declaredCapabilities, instructions };
  }

  #listOf(method: string): object | undefined {
    return Object.hasOwn(this.#lists, method) ? this.#lists[method] : undefined;
  }
}

/** The versions of the protocol that begin with a handshake. */
const handshakeVersions: readonly unknown[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** The version in which each request describes its client, in these fields of `_meta`. */
const selfContainedVersion = '2026-07-28';
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const clientKey = 'io.modelcontextprotocol/clientInfo';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

interface PlainRequest {
  /** Undefined for a notification. */
  readonly id: string | number | undefined;
  readonly method: string;
  readonly params: Fields;
  readonly message: JSONRPCRequest;
}

/**
 * Returns the request or notification, or undefined for any other value and for one with unusual fields. The functions
 * of this file accept less than the schemas of the SDK, never more.
 */
function plainRequestOf(value: unknown): PlainRequest | undefined {
  if (!isFields(value)) return undefined;
  const { jsonrpc, id, method, params = {}, ...rest } = value;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isFields(params) || !isEmpty(rest))
    return undefined;
  if ('id' in value && typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  return { id: id as PlainRequest['id'], method, params, message: value as unknown as JSONRPCRequest };
}

/** Whether the parameters are empty, apart from a token for reports of progress. */
function hasNoParameters(params: Fields): boolean {
  const { _meta = {}, ...rest } = params;
  if (!isEmpty(rest) || !isFields(_meta)) return false;
  const { progressToken, ...others } = _meta;
  return isEmpty(others) && (!('progressToken' in _meta) || isProgressToken(progressToken));
}

/** Whether the parameters only describe the client, in the version in which each request does so. */
function onlyDescribesClient(params: Fields): boolean {
  const { _meta, ...rest } = params;
  if (!isEmpty(rest) || !isFields(_meta)) return false;
  const { [versionKey]: version, [clientKey]: client, [capabilitiesKey]: capabilities, ...others } = _meta;
  return (
    version === selfContainedVersion &&
    (!(clientKey in _meta) || isClient(client)) &&
    areCapabilities(capabilities) &&
    hasNoParameters({ _meta: others })
  );
}

/** Returns the version that a handshake agrees on, or undefined for a handshake with unusual fields. */
function handshakeVersionOf(params: Fields): string | undefined {
  const { protocolVersion, capabilities, clientInfo, ...rest } = params;
  if (!handshakeVersions.includes(protocolVersion) || !isEmpty(rest)) return undefined;
  return isClient(clientInfo) && areCapabilities(capabilities) ? (protocolVersion as string) : undefined;
}

/** Whether the value names a client without pictures. */
function isClient(value: unknown): boolean {
  if (!isFields(value) || !('name' in value && 'version' in value) || 'icons' in value) return false;
  return Object.values(value).every((field) => typeof field === 'string');
}

/** The capabilities whose fields may be any objects. */
const freeForm: readonly string[] = ['experimental', 'extensions'];

function areCapabilities(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { roots = {}, ...others } = value;
  if (!isFields(roots)) return false;
  const { listChanged, ...rest } = roots;
  return (
    isEmpty(rest) &&
    (!('listChanged' in roots) || typeof listChanged === 'boolean') &&
    Object.entries(others).every(([name, capability]) =>
      freeForm.includes(name)
        ? isFields(capability) && Object.values(capability).every(isFields)
        : hasOnlyObjects(capability),
    )
  );
}

/** Whether the value holds only objects and not `applyDefaults`, which is the only flag below a capability. */
function hasOnlyObjects(value: unknown): boolean {
  return isFields(value) && !('applyDefaults' in value) && Object.values(value).every(hasOnlyObjects);
}

function isProgressToken(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isEmpty(value: Fields): boolean {
  return Object.keys(value).length === 0;
}
